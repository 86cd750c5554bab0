import type { IncomingFile } from '../../n8n/itemContext';

/** The bytes of a file, as n8n's store gives them. */
export async function* chunksOf(file: IncomingFile): AsyncGenerator<Buffer> {
	for await (const chunk of await file.open())
		yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk), 'latin1');
}

/** The first bytes of a file, or all of it where it has no more. The rest is not read. */
export async function startOf(file: IncomingFile, length: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunksOf(file)) {
		chunks.push(chunk.subarray(0, length - size));
		size += chunk.length;
		if (size >= length) break;
	}
	return Buffer.concat(chunks);
}
