/** Read as Base64 at a time. As texts beyond some 100 kB V8 gives each a piece of memory of its own, at six times the cost. */
const readAtOnce = 24 * 1024;

/** Given on at a time: whole threes, so that each piece stands for itself. */
const mostAtOnce = 8 * readAtOnce;

/** How many letters so many bytes have as Base64. */
export function base64Length(bytes: number): number {
	return 4 * Math.ceil(bytes / 3);
}

/** The Base64 of bytes that come in chunks of any size, in pieces of bounded size. What is left of a chunk waits for the next one. */
export async function* base64Of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		const whole = bytes.length - (bytes.length % 3);
		for (let start = 0; start < whole; start += mostAtOnce)
			yield encoded(bytes.subarray(start, Math.min(start + mostAtOnce, whole)));
		rest = bytes.subarray(whole);
	}
	if (rest.length > 0) yield encoded(rest);
}

function encoded(bytes: Buffer): Buffer {
	const letters = Buffer.allocUnsafe(base64Length(bytes.length));
	for (let start = 0, written = 0; start < bytes.length; start += readAtOnce)
		written += letters.write(bytes.toString('base64', start, start + readAtOnce), written, 'latin1');
	return letters;
}
