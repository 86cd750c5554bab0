/** PDF readers ignore bytes that some programs write before the marker. */
const markerWithin = 1024;
/** The end marker is within this many last bytes: some programs append blanks or more. */
const endWithin = 4096;
const endBytes = 64 * 1024;
/** What replaces the bytes that are not text, if a program reads a PDF as text. A sound PDF can have a few. */
const replacement = Buffer.from('\ufffd');
const mostReplacements = 20;

/** Whether a file that begins so is a PDF. JSON and pages are not, whatever they mention. */
export function isPdfStart(head: Buffer): boolean {
	const start = head.subarray(0, markerWithin).toString('latin1');
	return start.includes('%PDF-') && !/^(?:\xef\xbb\xbf)?\s*[[{"<]/.test(start);
}

/** The two ends of a file, which say whether it is a PDF, and a whole one. Add its pieces in order; only the ends are kept. */
export class PdfEnds {
	#head: Buffer = Buffer.alloc(0);
	#tail: Buffer = Buffer.alloc(0);
	#size = 0;

	add(piece: Buffer): void {
		const missing = endBytes - this.#head.length;
		if (missing > 0) this.#head = Buffer.concat([this.#head, piece.subarray(0, missing)]);
		const tail = piece.length < endBytes ? Buffer.concat([this.#tail, piece]) : piece;
		this.#tail = tail.subarray(-endBytes);
		this.#size += piece.length;
	}

	get isPdf(): boolean {
		return isPdfStart(this.#head);
	}

	get hasEnd(): boolean {
		return this.#tail.subarray(-endWithin).includes('%%EOF');
	}

	/** What is wrong with a PDF that arrived as a whole, in words; null if nothing shows. */
	get damage(): string | null {
		if (!this.hasEnd) return 'its end is missing';
		const behindHead = Math.min(this.#size - this.#head.length, this.#tail.length);
		const ends = [this.#head, this.#tail.subarray(this.#tail.length - behindHead)];
		const replacements = ends.reduce((sum, bytes) => sum + countIn(bytes), 0);
		return replacements > mostReplacements ? 'it was read as text on its way' : null;
	}
}

function countIn(bytes: Buffer): number {
	let count = 0;
	for (let at = bytes.indexOf(replacement); at >= 0; at = bytes.indexOf(replacement, at + replacement.length)) count++;
	return count;
}
