/** What stands between us and the queue. */
export type QueueFaultKind = 'unreachable' | 'tls' | 'login' | 'vhost' | 'permission' | 'queue' | 'closed';

/** A fault in plain words. `certain`: no retry will help until someone changes something. Carries no secret. */
export class AmqpError extends Error {
	readonly kind: QueueFaultKind;
	readonly certain: boolean;
	/** What to check or try. */
	readonly description: string;

	constructor(kind: QueueFaultKind, certain: boolean, message: string, description: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = 'AmqpError';
		this.kind = kind;
		this.certain = certain;
		this.description = description;
	}
}
