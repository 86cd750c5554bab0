/** What becomes of a PDF on its way through programs that lose or change its bytes, and yet announce that it is whole. */
export function damagedPdfs(sound: Buffer): [what: string, bytes: Buffer][] {
	const half = sound.subarray(0, sound.length / 2);
	return [
		['the first half', half],
		["the first half, then a server's error page", Buffer.concat([half, Buffer.from('<html>500</html>')])],
		['the first 20 bytes', sound.subarray(0, 20)],
		['the first half, then zeros', Buffer.concat([half, Buffer.alloc(sound.length - half.length)])],
		['read as UTF-8', Buffer.from(sound.toString('utf8'))],
	];
}
