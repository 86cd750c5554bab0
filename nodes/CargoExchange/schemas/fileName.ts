/** The file name of a Content-Disposition header (RFC 6266), decoded, or null. Make it safe before use. */
export function fileNameOf(header: string | null): string | null {
	if (header === null) return null;
	const extended = /(?:^|;)\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;]+)/i.exec(header);
	const name = extended?.[2] === undefined ? null : percentDecoded(extended[2].trim(), extended[1] ?? '');
	if (name !== null) return name;
	const [, quoted, bare] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(header) ?? [];
	const plain = quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? '';
	return plain === '' ? null : asUtf8(plain);
}

function percentDecoded(value: string, charset: string): string | null {
	try {
		return /^iso-8859-1$/i.test(charset)
			? value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
			: decodeURIComponent(value);
	} catch {
		// Not percent-encoded as announced: the plain parameter, if there is one, serves instead.
		return null;
	}
}

/** Header bytes arrive as Latin-1; many servers write UTF-8 there. Bytes that are no UTF-8 stay as they are. */
function asUtf8(value: string): string {
	if (!/[\x80-\xff]/.test(value) || /[^\x00-\xff]/.test(value)) return value;
	const decoded = Buffer.from(value, 'latin1').toString('utf8');
	return decoded.includes('\ufffd') ? value : decoded;
}
