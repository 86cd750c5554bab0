/**
 * PEM text as it was before it was pasted: n8n's password fields are one line, so a key arrives with spaces, or the two
 * characters `\\n`, where its line breaks stood. Several blocks may follow each other. Anything else is given back as it is.
 */
export function restorePem(text: string): string {
	const blocks = [...text.replace(/\\n/g, '\n').matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g)];
	if (blocks.length === 0) return text.trim();
	return blocks
		.map(([, label, body = '']) => `-----BEGIN ${label}-----\n${linesOf(body)}\n-----END ${label}-----\n`)
		.join('');
}

/** Header lines such as `DEK-Info: …` stay lines of their own and are followed by an empty one; the rest is base64. */
function linesOf(body: string): string {
	const headers = [...body.matchAll(/(Proc-Type|DEK-Info): (\S+)/g)].map(([header]) => header);
	const base64 = body.replace(/(Proc-Type|DEK-Info): \S+/g, '').replace(/\s+/g, '');
	const lines = base64.match(/.{1,64}/g) ?? [];
	return [...headers, ...(headers.length > 0 ? [''] : []), ...lines].join('\n');
}
