import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { restorePem } from '../../nodes/CargoExchange/amqp/credential';

function privateKey(cipher?: { cipher: string; passphrase: string }): string {
	const { privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs1', format: 'pem', ...cipher },
	});
	return privateKey;
}

describe('PEM text from a one-line field', () => {
	const key = privateKey();

	it.each([
		['untouched', key],
		['with spaces for line breaks', key.replace(/\n/g, ' ')],
		['with nothing for line breaks', key.replace(/\n/g, '')],
		['with Windows line breaks', key.replace(/\n/g, '\r\n')],
		['with backslash n for line breaks', key.replace(/\n/g, '\\n')],
	])('is a key again when pasted %s', (_how, pasted) => {
		expect(restorePem(pasted)).toBe(key);
	});

	it('keeps the headers of an encrypted key', () => {
		const encrypted = privateKey({ cipher: 'aes-256-cbc', passphrase: 'open sesame' });
		const restored = restorePem(encrypted.replace(/\n/g, ' '));
		expect(createPrivateKey({ key: restored, passphrase: 'open sesame' }).asymmetricKeyType).toBe('rsa');
	});

	it('keeps every certificate of a chain, in order', () => {
		const chain = key + privateKey();
		expect(restorePem(chain.replace(/\n/g, ' '))).toBe(chain);
	});

	it('does not change text that is not PEM', () => {
		expect(restorePem(' not a key ')).toBe('not a key');
	});

	it('is not searched if it is longer than any chain', () => {
		const endless = '-----BEGIN A-----'.repeat(200_000);
		expect(restorePem(endless)).toBe(endless);
	});
});
