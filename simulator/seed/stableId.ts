import { createHash } from 'node:crypto';

/** A UUID that is the same at every start, so that saved workflows and pictures keep their meaning. */
export function stableId(label: string): string {
	const hex = createHash('sha256').update(`cargo exchange ${label}`).digest('hex');
	const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
	return [...groups, hex.slice(20, 32)].join('-');
}
