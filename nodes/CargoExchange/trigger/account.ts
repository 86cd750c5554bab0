import { z } from 'zod/v4';
import { cleanHostname, type QueueAccount } from '../amqp';
import { restorePem } from '../schemas/pem';

const pem = z
	.string()
	.optional()
	.transform((value) => (value?.trim() ? restorePem(value) : undefined));

/** The credential `cargoExchangeQueueApi` as stored: what an expression gave may be a number or missing. */
const credential = z.object({
	hostname: z.string().transform(cleanHostname),
	port: z.coerce.number().int().min(1).max(65_535).default(5671),
	ssl: z.boolean().default(true),
	vhost: z
		.string()
		.default('/')
		.transform((vhost) => vhost || '/'),
	username: z.string().default(''),
	password: z.string().default(''),
	ca: pem,
	cert: pem,
	key: pem,
	passphrase: z
		.string()
		.optional()
		.transform((value) => (value === '' ? undefined : value)),
	ignoreSslIssues: z.boolean().default(false),
});

/** Reads the queue credential. @throws {Error} with a plain sentence when host or port are not usable. */
export function readAccount(data: unknown): QueueAccount {
	const read = credential.safeParse(data);
	if (!read.success || read.data.hostname === '') {
		throw new Error('The queue credential has no usable host name and port');
	}
	const { ca, cert, key, passphrase, ...account } = read.data;
	return {
		...account,
		...(ca !== undefined && { ca }),
		...(cert !== undefined && { cert }),
		...(key !== undefined && { key }),
		...(passphrase !== undefined && { passphrase }),
	};
}
