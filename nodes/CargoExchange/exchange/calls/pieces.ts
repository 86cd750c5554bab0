import { Readable } from 'node:stream';

/** What is handed on at a time. */
const pieceBytes = 256 * 1024;

type Checks = {
	onChunk: (chunk: Buffer) => void;
	/** What is wrong with the whole, or null. */
	onEnd: () => Error | null;
	/** What to tell when the line breaks. */
	onBreak: (cause: unknown) => Error;
};

/**
 * What begins with `start` and goes on with `source`, at the reader's pace, in pieces of `pieceBytes`: whoever stores it
 * writes piece by piece, and TLS gives 16 kB at a time. By events: one hop less per chunk than iterators.
 */
export function inPieces(source: Readable, start: Buffer, { onChunk, onEnd, onBreak }: Checks): Readable {
	let parts: Buffer[] = [];
	let size = 0;
	const stream = new Readable({
		highWaterMark: pieceBytes,
		read: () => source.resume(),
		destroy(thrown, done) {
			source.destroy();
			done(thrown);
		},
	});
	// It may break before anyone reads; whoever reads later is told, and until then nobody must be.
	stream.on('error', () => undefined);
	const take = (chunk: Buffer) => {
		onChunk(chunk);
		parts.push(chunk);
		size += chunk.length;
		if (size >= pieceBytes) give();
	};
	const give = () => {
		const piece = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size);
		parts = [];
		size = 0;
		if (!stream.push(piece)) source.pause();
	};
	const end = () => {
		const wrong = onEnd();
		if (wrong) {
			stream.destroy(wrong);
			return;
		}
		if (size > 0) give();
		stream.push(null);
	};
	source
		.on('data', take)
		.on('end', end)
		.on('error', (thrown: unknown) => {
			if (!stream.destroyed) stream.destroy(onBreak(thrown));
		});
	take(start);
	if (source.readableEnded) end();
	else if (source.errored) stream.destroy(onBreak(source.errored));
	return stream;
}

/** At least so many bytes, or all there are; leaves the source paused. */
export async function firstBytes(source: Readable, least: number): Promise<Buffer> {
	if (source.readableEnded) return Buffer.alloc(0);
	const parts: Buffer[] = [];
	let size = 0;
	return new Promise((resolve, reject) => {
		const settle = () => {
			source.off('data', take).off('end', settle);
			source.pause();
			resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size));
		};
		const take = (chunk: Buffer) => {
			parts.push(chunk);
			size += chunk.length;
			if (size >= least) settle();
		};
		// The listener for errors stays: a body that breaks when nobody reads it must not end the process.
		source.on('data', take).on('end', settle).on('error', reject).resume();
	});
}
