/** How far into an answer the text of a PDF may begin. */
export const textWithin = 64 * 1024;

/** `%PDF-` in Base64, at the beginning of a text: of the answer, of one in its JSON, or of a data URL. */
const beginning = /(?<=(?:^(?:\xef\xbb\xbf)?|[",])(?:\s|\\[nrt])*)JVBERi[0-3]/;
const json = /^(?:\xef\xbb\xbf)?\s*[[{"]/;
const beforeText = /^(?:\xef\xbb\xbf)?\s*(?:data:[^,]*,\s*)?$/i;
/** The first character that belongs to no Base64, as JSON and addresses write it, with or without line breaks. */
const end = /[^\w+/\s\\-]|\\(?!$|[/nrtu])|\\u003d/i;
const escape = /\\(?:u([\da-f]{4})|(\/)|[nrt])/gi;
const unfinishedEscape = /\\(?:u[\da-f]{0,3})?$/i;
const padding = /^(?:=|\\u003d|\s|\\[nrt]|\\u000[ad])*/i;

/** A PDF as Base64 in an answer (docs/service.md 4.4), decoded piece by piece. */
export class Base64Pdf {
	readonly #before: string;
	/** What waits for the next piece: an escape that is cut, and fewer than four letters. */
	#waiting = '';
	/** What follows the text; null: it has not ended. */
	#behind: string | null = null;

	private constructor(before: string) {
		this.#before = before;
	}

	/** The PDF in an answer that begins so, and where its text begins; null if there is none. */
	static in(head: Buffer): { pdf: Base64Pdf; at: number } | null {
		const text = head.subarray(0, textWithin).toString('latin1');
		const at = text.search(beginning);
		const before = text.slice(0, Math.max(0, at));
		return at >= 0 && (json.test(before) || beforeText.test(before)) ? { pdf: new Base64Pdf(before), at } : null;
	}

	/** The bytes that this piece of the answer completes. */
	add(piece: Buffer): Buffer {
		const text = this.#waiting + piece.toString('latin1');
		if (this.#behind !== null) {
			// Longer than what describes a document.
			if (this.#behind.length < textWithin) this.#behind += text;
			return Buffer.alloc(0);
		}
		const at = text.search(end);
		const cut = at < 0 ? (unfinishedEscape.exec(text)?.index ?? text.length) : at;
		const letters = lettersOf(text.slice(0, cut));
		const whole = at < 0 ? letters.length - (letters.length % 4) : letters.length;
		this.#waiting = at < 0 ? letters.slice(whole) + text.slice(cut) : '';
		if (at >= 0) this.#behind = text.slice(at);
		return Buffer.from(letters.slice(0, whole), 'base64');
	}

	/** The bytes of the last letters. */
	rest(): Buffer {
		return Buffer.from(this.#waiting, 'base64');
	}

	/** Whether what follows the text ends the answer: else it was cut off. */
	get isWhole(): boolean {
		const behind = (this.#behind ?? '').replace(padding, '');
		if (!json.test(this.#before)) return behind === '';
		try {
			JSON.parse(this.#before.replace(/^\xef\xbb\xbf/, '') + behind);
			return true;
		} catch {
			return false;
		}
	}
}

function lettersOf(text: string): string {
	const plain = text.includes('\\')
		? text.replace(escape, (_, code: string | undefined, slash: string | undefined) =>
				code === undefined ? (slash ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
			)
		: text;
	return /\s/.test(plain) ? plain.replace(/\s+/g, '') : plain;
}
