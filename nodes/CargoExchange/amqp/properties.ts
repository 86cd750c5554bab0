import { isUtf8 } from 'node:buffer';
import type { ConsumeMessage } from 'amqplib';

type HeaderValue = string | number | boolean | null | HeaderValue[] | { [name: string]: HeaderValue };

/** What a message has besides its body, as JSON. */
export type MessageProperties = {
	readonly exchange: string;
	readonly routingKey: string;
	readonly headers: { readonly [name: string]: HeaderValue };
	/** When it was published, if the publisher says so: ISO 8601. */
	readonly timestamp: string | null;
};

/** Headers nest without limit; what lies deeper is of no use to a workflow. */
const deepest = 10;

export function readProperties({ fields, properties }: ConsumeMessage): MessageProperties {
	const timestamp: unknown = properties.timestamp;
	return {
		exchange: fields.exchange,
		routingKey: fields.routingKey,
		headers: tableOf(properties.headers ?? {}, 1),
		timestamp: typeof timestamp === 'number' ? isoOf(timestamp) : null,
	};
}

function tableOf(table: object, depth: number): { [name: string]: HeaderValue } {
	return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, jsonOf(value, depth)]));
}

/** AMQP has types that JSON lacks: bytes become text or Base64, times ISO 8601. */
function jsonOf(value: unknown, depth: number): HeaderValue {
	if (typeof value === 'string' || typeof value === 'boolean') return value;
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (Buffer.isBuffer(value)) return isUtf8(value) ? value.toString() : `base64:${value.toString('base64')}`;
	if (typeof value !== 'object' || value === null || depth > deepest) return null;
	if (Array.isArray(value)) return value.map((entry) => jsonOf(entry, depth + 1));
	return specialOf(value) ?? tableOf(value, depth + 1);
}

/** amqplib gives times and decimals as `{ '!': type, value }`. */
function specialOf(value: object): HeaderValue | undefined {
	if (!('!' in value && 'value' in value)) return undefined;
	const { '!': type, value: inner } = value;
	if (type === 'timestamp' && typeof inner === 'number') return isoOf(inner);
	if (type !== 'decimal' || typeof inner !== 'object' || inner === null) return undefined;
	return 'digits' in inner && 'places' in inner ? Number(inner.digits) / 10 ** Number(inner.places) : undefined;
}

/** AMQP counts seconds; some publishers write milliseconds, which would be a year beyond 30,000. */
function isoOf(count: number): string | null {
	const date = new Date(count > 100_000_000_000 ? count : count * 1_000);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
