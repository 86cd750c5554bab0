/** What can go wrong between us and the exchange: three kinds, each with a sentence for the user and a line of what to do. */

type Told = { message: string; description: string; cause?: unknown };

/** The exchange answered with a refusal, or could not be reached (then `status` is null). Carries its own words, never a secret. */
export class ServiceError extends Error {
	/** What was asked, e.g. `POST /v3/common/sets/search`. */
	readonly call: string;
	/** HTTP status, or null when no answer came. */
	readonly status: number | null;
	/** The service's own words, shortened, or null. */
	readonly serviceMessage: string | null;
	readonly description: string;

	constructor(told: Told & { call: string; status?: number | null; serviceMessage?: string | null }) {
		super(told.message, { cause: told.cause });
		this.name = 'ServiceError';
		this.call = told.call;
		this.status = told.status ?? null;
		this.serviceMessage = told.serviceMessage ?? null;
		this.description = told.description;
	}

	/** The same with a further sentence for the user. */
	withHint(sentence: string): ServiceError {
		const { call, status, serviceMessage, message, cause } = this;
		return new ServiceError({
			call,
			status,
			serviceMessage,
			message,
			cause,
			description: `${this.description} ${sentence}`,
		});
	}
}

/** A shipment was sent, and it is not known whether the exchange imported it, or with what result. It must not be sent again by itself. */
export class ImportOutcomeUnknown extends ServiceError {
	override withHint(sentence: string): ImportOutcomeUnknown {
		const { call, status, serviceMessage, message, cause } = this;
		const description = `${this.description} ${sentence}`;
		return new ImportOutcomeUnknown({ call, status, serviceMessage, message, cause, description });
	}
}

/** The exchange answered, but not with what this call promises. */
export class UnexpectedResponse extends Error {
	readonly call: string;
	/** Which part of the reply, e.g. `data.results[3].setId` or `body`. */
	readonly field: string;
	readonly description: string;

	constructor(told: Told & { call: string; field: string }) {
		super(told.message, { cause: told.cause });
		this.name = 'UnexpectedResponse';
		this.call = told.call;
		this.field = told.field;
		this.description = told.description;
	}

	/** The same with a further sentence for the user. */
	withHint(sentence: string): UnexpectedResponse {
		const { call, field, message, cause } = this;
		return new UnexpectedResponse({ call, field, message, cause, description: `${this.description} ${sentence}` });
	}
}

/** What the user gave cannot be sent; nothing reached the exchange. */
export class InvalidInput extends Error {
	/** The parameter or credential field, by its identifier. */
	readonly field: string;
	readonly description: string;

	constructor(told: { field: string; message: string; description: string }) {
		super(told.message);
		this.name = 'InvalidInput';
		this.field = told.field;
		this.description = told.description;
	}

	/** The same with a further sentence for the user. */
	withHint(sentence: string): InvalidInput {
		const { field, message } = this;
		return new InvalidInput({ field, message, description: `${this.description} ${sentence}` });
	}
}

/** What prevents reading the queue. Carries no secret. */
export class AmqpError extends Error {
	/** No retry helps until somebody changes something. */
	readonly permanent: boolean;
	readonly description: string;

	constructor({ permanent, message, description, cause }: Told & { permanent: boolean }) {
		super(message, { cause });
		this.name = 'AmqpError';
		this.permanent = permanent;
		this.description = description;
	}
}
