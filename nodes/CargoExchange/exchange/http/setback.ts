import type { ServiceError } from '../../errors';

/** An attempt that did not work, with what decides about another one. Never leaves this folder. */
export class Setback extends Error {
	/** It may pass by itself: the line was bad, or the service busy. */
	readonly passing: boolean;
	/** True when surely no byte of the request left. */
	readonly nothingSent: boolean;
	/** How long the service asks to wait (Retry-After), in milliseconds. */
	readonly waitMs: number;

	constructor(
		readonly problem: ServiceError,
		facts: { passing: boolean; nothingSent?: boolean; waitMs?: number | null },
	) {
		super(problem.message, { cause: problem });
		this.passing = facts.passing;
		this.nothingSent = facts.nothingSent ?? false;
		this.waitMs = facts.waitMs ?? 0;
	}
}
