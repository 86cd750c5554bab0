/** X.509 certificates for tests (RFC 5280, in DER), made at once: selfsigned would be asynchronous, and openssl has to be installed. */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

export type Certificate = { cert: string; key: string; privateKey: KeyObject; name: string };

/** An untrusted certificate authority. */
export function makeAuthority(name = 'Test authority'): Certificate {
	return make(name, extension('551d13', sequence(der(0x01, Buffer.from([0xff])))));
}

/** A certificate for host names and IPv4 addresses, valid from `startDays` until `days` from now. Without an authority it is self-signed. */
export function makeCertificate(
	hosts: [string, ...string[]],
	issuer?: Certificate,
	days = 30,
	startDays = Math.min(-1, days - 1),
): Certificate {
	const names = hosts.map((host) =>
		isIP(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
	);
	return make(hosts[0], extension('551d11', sequence(...names)), issuer, days, startDays);
}

function make(name: string, usage: Buffer, issuer?: Certificate, days = 30, startDays = -1): Certificate {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const day = 86_400_000;
	const start = Date.now() + startDays * day;
	const signatureKind = sequence(objectId('2a8648ce3d040302'));
	const body = sequence(
		der(0xa0, integer(Buffer.from([2]))),
		integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		signatureKind,
		distinguished(issuer?.name ?? name),
		sequence(utcTime(start), utcTime(Date.now() + days * day)),
		distinguished(name),
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(usage)),
	);
	const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
	const whole = sequence(body, signatureKind, der(0x03, Buffer.from([0]), signature));
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		privateKey,
		name,
	};
}

function der(tag: number, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...members: Buffer[]) => der(0x30, ...members);
const integer = (value: Buffer) => der(0x02, value);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const extension = (id: string, value: Buffer) => sequence(objectId(id), der(0x04, value));
const distinguished = (name: string) => sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));

/** YYMMDDHHMMSSZ */
function utcTime(time: number): Buffer {
	return der(0x17, Buffer.from(`${new Date(time).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}
