/** What keeps an installation of several minutes from succeeding, said in a sentence: before it begins, where that can be known. */
import { statfs } from 'node:fs/promises';
import { run, type CommandOptions } from './processes';

/** Throws if the disk of `folder` has less space than `neededGb`. */
export async function checkSpace(folder: string, { neededGb }: { neededGb: number }): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const freeGb = (bavail * bsize) / 1e9;
	if (freeGb >= neededGb) return;
	const room = `n8n needs ${neededGb} GB in ${folder}, and ${freeGb.toFixed(1)} GB are free.`;
	throw new Error(`${room} Free some space, or name another folder (XDG_CACHE_HOME=/path), and start again.`);
}

/** Throws if npm's registry gives no answer. Takes a second; npm's own attempts to install take minutes. */
export async function checkRegistry(npm: Omit<CommandOptions, 'limitMs'>): Promise<void> {
	const once = ['--prefer-offline', '--fetch-retries=0', '--fetch-timeout=20000'];
	try {
		await run('npm', ['view', 'sqlite3', 'version', ...once], { ...npm, limitMs: 60_000 });
	} catch (reason) {
		if (npm.signal?.aborted) throw reason;
		throw noRegistry(codeIn(reason) ?? 'no answer', reason);
	}
}

/** What npm, the compiler and the file system write, and what it means for a person. */
const meanings: ReadonlyArray<[RegExp, (code: string, cause: unknown) => Error]> = [
	[
		/ENOSPC|No space left on device/,
		(_code, cause) =>
			new Error('The disk is full: n8n could not be installed. Free some space and start again.', { cause }),
	],
	[/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET_TIMEOUT/, noRegistry],
];

/** The failed installation in a sentence where the reason is a known one; anything else as it was. */
export function explainFailure(reason: unknown): unknown {
	const text = reason instanceof Error ? reason.message : '';
	for (const [sign, explain] of meanings) {
		const found = sign.exec(text);
		if (found) return explain(found[0], reason);
	}
	return reason;
}

function noRegistry(code: string, cause: unknown): Error {
	const advice = "Check the network, and npm's settings (npm config get registry, proxy), and start again";
	return new Error(`npm's registry cannot be reached (${code}). ${advice}: what has been downloaded is kept.`, {
		cause,
	});
}

/** The code in npm's output, such as ECONNREFUSED. */
function codeIn(reason: unknown): string | undefined {
	return reason instanceof Error ? /npm error code (\S+)/.exec(reason.message)?.[1] : undefined;
}
