/** The errors that users see, each with a message and a description of what to do. They contain no secret. */

type Explanation = { message: string; description: string; cause?: unknown };

/** The exchange answered with an error status, or could not be reached (then `status` is null). */
export class ServiceError extends Error {
	/** Method and path, e.g. `POST /v3/common/sets/search`. */
	readonly call: string;
	/** HTTP status, or null if no response arrived. */
	readonly status: number | null;
	/** The service's own message, shortened, or null. */
	readonly serviceMessage: string | null;
	readonly description: string;

	constructor(facts: Explanation & { call: string; status?: number | null; serviceMessage?: string | null }) {
		super(facts.message, { cause: facts.cause });
		this.name = 'ServiceError';
		this.call = facts.call;
		this.status = facts.status ?? null;
		this.serviceMessage = facts.serviceMessage ?? null;
		this.description = facts.description;
	}

	/** The same with a further sentence for the user. */
	withHint(sentence: string): ServiceError {
		const { call, status, serviceMessage } = this;
		return new ServiceError({ call, status, serviceMessage, ...withSentence(this, sentence) });
	}
}

/** A shipment was sent, and the result is unknown. It must not be sent again automatically. */
export class ImportOutcomeUnknown extends ServiceError {
	override withHint(sentence: string): ImportOutcomeUnknown {
		const { call, status, serviceMessage } = this;
		return new ImportOutcomeUnknown({ call, status, serviceMessage, ...withSentence(this, sentence) });
	}
}

/** The exchange responded, but not as specified for this call. */
export class UnexpectedResponse extends Error {
	readonly call: string;
	/** The part of the reply, e.g. `data.results[3].setId` or `body`. */
	readonly field: string;
	readonly description: string;

	constructor(facts: Explanation & { call: string; field: string }) {
		super(facts.message, { cause: facts.cause });
		this.name = 'UnexpectedResponse';
		this.call = facts.call;
		this.field = facts.field;
		this.description = facts.description;
	}

	/** The same with a further sentence for the user. */
	withHint(sentence: string): UnexpectedResponse {
		const { call, field } = this;
		return new UnexpectedResponse({ call, field, ...withSentence(this, sentence) });
	}
}

/** A parameter or a field of the credential cannot be used; nothing was sent. */
export class InvalidInput extends Error {
	/** The parameter or credential field, by its identifier. */
	readonly field: string;
	readonly description: string;

	constructor(facts: { field: string; message: string; description: string }) {
		super(facts.message);
		this.name = 'InvalidInput';
		this.field = facts.field;
		this.description = facts.description;
	}

	/** The same with a further sentence for the user. */
	withHint(sentence: string): InvalidInput {
		return new InvalidInput({ field: this.field, ...withSentence(this, sentence) });
	}
}

function withSentence({ message, description, cause }: Explanation, sentence: string): Explanation {
	return { message, cause, description: `${description} ${sentence}` };
}

/** The queue cannot be read. */
export class AmqpError extends Error {
	/** A retry cannot help until the configuration changes. */
	readonly permanent: boolean;
	readonly description: string;

	constructor({ permanent, message, description, cause }: Explanation & { permanent: boolean }) {
		super(message, { cause });
		this.name = 'AmqpError';
		this.permanent = permanent;
		this.description = description;
	}
}
