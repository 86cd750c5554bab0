/** Blocks of memory that are used again and again: for many small files, freeing new ones costs more than all other work. */
export type Blocks = {
	/** A block of at most `blockBytes`, filled with whatever was there before. */
	take(bytes: number): Buffer;
	/** Only for what was taken, and what nobody reads any more. */
	giveBack(block: Buffer): void;
};

export const blockBytes = 512 * 1024;

/** As many blocks as are in use at one time; they go when this goes. */
export function createBlocks(): Blocks {
	const free: ArrayBufferLike[] = [];
	return {
		take: (bytes) => Buffer.from(free.pop() ?? new ArrayBuffer(blockBytes), 0, bytes),
		giveBack: ({ buffer }) => free.push(buffer),
	};
}
