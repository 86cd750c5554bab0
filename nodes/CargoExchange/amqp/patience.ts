const beats = 20;

/**
 * Calls back once `limitMs` have been waited; gives the function that calls it off. It waits in beats: n8n stands still at
 * times, and what came meanwhile is read between two of them, so that standing still costs a beat and not the answer.
 */
export function afterWaiting(limitMs: number, call: () => void): () => void {
	let timer: NodeJS.Timeout;
	const wait = (left: number) => {
		timer = setTimeout(() => {
			if (left > 1) wait(left - 1);
			else call();
		}, limitMs / beats);
	};
	wait(beats);
	return () => {
		clearTimeout(timer);
	};
}
