import { readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** An editor writes a file in several steps, and a branch switch writes many files. */
const settleMs = 100;

/**
 * Calls `onChange` after each change below the folders, until the signal aborts. Each folder has a watcher of its own:
 * a recursive one loses, on Linux, every file that is replaced, as many editors and `git checkout` do.
 */
export function watchFolders(roots: readonly string[], signal: AbortSignal, onChange: () => void): void {
	let watchers: FSWatcher[] = [];
	let timer: NodeJS.Timeout | undefined;
	const close = () => {
		clearTimeout(timer);
		for (const watcher of watchers) watcher.close();
	};
	const onEvent = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			// First, so that no change between the two is missed. Folders may have come and gone.
			watchAll();
			onChange();
		}, settleMs);
	};
	const watchAll = () => {
		close();
		watchers = roots.flatMap(foldersBelow).flatMap((folder) => {
			try {
				return [watch(folder, onEvent)];
			} catch {
				// It was removed in this moment, which the watcher of its parent reports.
				return [];
			}
		});
	};
	watchAll();
	signal.addEventListener('abort', close);
}

function foldersBelow(root: string): string[] {
	const entries = readdirSync(root, { recursive: true, withFileTypes: true });
	return [
		root,
		...entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name)),
	];
}
