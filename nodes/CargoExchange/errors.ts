/** The errors that users see, each with a message and a description of what to do. They contain no secret. */

type Explanation = { message: string; description: string; forModel?: string; cause?: unknown };

/** What a model reads in place of how to get past a protection. */
export const toDecide = 'Anything else is for a person to decide.';

/** A description whose end says how to get past a protection, and what a model reads instead. */
export function explained(description: string, forPeople: string) {
	return { description: `${description} ${forPeople}`, forModel: `${description} ${toDecide}` };
}

export class ExplainedError extends Error {
	description: string;
	/** The description for a model, which does not say how to get past a protection. */
	forModel: string;
	/** What comes before the next run that imports the rest of the shipments, if that is more than to run it; the beginning of a sentence. */
	beforeTheRest: string | null = null;

	constructor({ message, description, forModel = description, cause }: Explanation) {
		super(message, { cause });
		this.name = new.target.name;
		this.description = description;
		this.forModel = forModel;
	}

	/** Adds a further sentence for the user, and that for a model. */
	addAdvice(sentence: string, forModel = sentence): this {
		this.description += ` ${sentence}`;
		this.forModel += ` ${forModel}`;
		return this;
	}
}

/** The exchange answered with an error status, or could not be reached (then `status` is null). */
export class ServiceError extends ExplainedError {
	/** Method and path, e.g. `POST /v3/common/sets/search`. */
	readonly call: string;
	/** HTTP status, or null if no response arrived. */
	readonly status: number | null;
	/** The service's own message, shortened, or null. */
	readonly serviceMessage: string | null;

	constructor(facts: Explanation & { call: string; status?: number | null; serviceMessage?: string | null }) {
		super(facts);
		this.call = facts.call;
		this.status = facts.status ?? null;
		this.serviceMessage = facts.serviceMessage ?? null;
	}
}

/** A shipment was sent, and the result is unknown. It must not be sent again automatically. */
export class ImportOutcomeUnknown extends ServiceError {}

/** The exchange responded, but not as specified for this call. */
export class UnexpectedResponse extends ExplainedError {
	readonly call: string;
	/** The part of the reply, e.g. `data.results[3].setId` or `body`. */
	readonly field: string;

	constructor(facts: Explanation & { call: string; field: string }) {
		super(facts);
		this.call = facts.call;
		this.field = facts.field;
	}
}

/** A parameter or a field of the credential cannot be used; nothing was sent. */
export class InvalidInput extends ExplainedError {
	/** The parameter or credential field, by its identifier. */
	readonly field: string;

	constructor(facts: Omit<Explanation, 'cause'> & { field: string }) {
		super(facts);
		this.field = facts.field;
	}
}

/** The queue cannot be read. */
export class AmqpError extends ExplainedError {
	/** A retry cannot help until the configuration changes. */
	readonly permanent: boolean;

	constructor(facts: Explanation & { permanent: boolean }) {
		super(facts);
		this.permanent = facts.permanent;
	}
}
