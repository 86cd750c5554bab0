import type { Cleanup } from '../demo/cleanup';
import type { Terminal } from '../demo/terminal';

/** Lets a program that takes pictures come to its end: tells what went wrong, ends what was started, and exits. */
export async function endProgram(work: Promise<void>, cleanup: Cleanup, { line }: Terminal): Promise<void> {
	const code = await work.then(
		() => 0,
		(error: unknown) => {
			line(error instanceof Error ? error.message : String(error));
			return 1;
		},
	);
	await cleanup.run();
	process.exit(code);
}
