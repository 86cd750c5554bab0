import { createCipheriv, createHash } from 'node:crypto';

/** What a PDF says of its encryption (ISO 32000-1, 7.6; ISO 32000-2 for revision 6). */
export type Encryption = {
	revision: number;
	keyBytes: number;
	owner: Buffer;
	user: Buffer;
	permissions: number;
	encryptsMetadata: boolean;
	fileId: Buffer;
};

/** Stands where a password is shorter: here for the whole of one. */
const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');

/**
 * True where everybody may open the file, for its user password is empty: then it only asks not to be printed or
 * changed. Null for revisions that are not known.
 */
export function opensWithEmptyPassword(encryption: Encryption): boolean | null {
	const { revision, user } = encryption;
	if (revision === 2) return user.equals(rc4(fileKey(encryption), padding));
	if (revision === 3 || revision === 4) return user.subarray(0, 16).equals(userMark(encryption));
	if (revision !== 5 && revision !== 6) return null;
	const salt = user.subarray(32, 40);
	return user.subarray(0, 32).equals(revision === 5 ? hash('sha256', salt) : hardened(salt));
}

function fileKey({ revision, keyBytes, owner, permissions, encryptsMetadata, fileId }: Encryption): Buffer {
	const restrictions = Buffer.alloc(4);
	restrictions.writeInt32LE(permissions | 0);
	const metadata = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
	let key = hash('md5', padding, owner.subarray(0, 32), restrictions, fileId, metadata).subarray(0, keyBytes);
	for (let round = 0; revision >= 3 && round < 50; round++) key = hash('md5', key).subarray(0, keyBytes);
	return key;
}

function userMark(encryption: Encryption): Buffer {
	const key = fileKey(encryption);
	let mark = hash('md5', padding, encryption.fileId);
	for (let round = 0; round < 20; round++)
		mark = rc4(
			key.map((byte) => byte ^ round),
			mark,
		);
	return mark;
}

/** The hash of revision 6 (ISO 32000-2, algorithm 2.B) for an empty password. */
function hardened(salt: Buffer): Buffer {
	let key = hash('sha256', salt);
	for (let round = 1; ; round++) {
		const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
		const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
		const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
		key = hash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256', mixed);
		if (round >= 64 && (mixed.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
	}
}

function hash(algorithm: string, ...parts: Uint8Array[]): Buffer {
	return parts.reduce((sum, part) => sum.update(part), createHash(algorithm)).digest();
}

/** Node's own RC4 is switched off with OpenSSL's old ciphers. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
	const state = Uint8Array.from({ length: 256 }, (_, index) => index);
	const at = (index: number) => state[index & 0xff] ?? 0;
	const swap = (one: number, other: number) => ([state[one], state[other]] = [at(other), at(one)]);
	for (let index = 0, mix = 0; index < 256; index++) {
		mix = (mix + at(index) + (key[index % key.length] ?? 0)) & 0xff;
		swap(index, mix);
	}
	let [index, mix] = [0, 0];
	return Buffer.from(
		data.map((byte) => {
			index = (index + 1) & 0xff;
			mix = (mix + at(index)) & 0xff;
			swap(index, mix);
			return byte ^ at(at(index) + at(mix));
		}),
	);
}
