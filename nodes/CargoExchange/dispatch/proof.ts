import type { AmqpError } from '../amqp';
import type { Clock } from './clock';

/** How long at most until a credential is tried again: soon when the broker may be back, rarely when a person must act. */
const longestMs = { outage: 4_000, certain: 30_000 };
const firstMs = 1_000;

export type Proof = {
	/** Tries the credential once; null: it is good; undefined: it could not even be read. */
	prove: () => Promise<AmqpError | null | undefined>;
	/** Called at each fault that waiting does not mend. */
	onCertainFault: (fault: AmqpError) => void;
	/** Whether it has been tried in vain just now. */
	tried: boolean;
	clock: Clock;
	/** 0 ≤ random() < 1; spreads the attempts of many workflows. */
	random: () => number;
};

/** Tries a credential with growing delays until it proves good (true) or nobody waits for it any more (false). */
export async function provesGood(
	{ prove, onCertainFault, tried, clock, random }: Proof,
	left: AbortSignal,
): Promise<boolean> {
	let longest = longestMs.outage;
	for (let attempt = tried ? 1 : 0; ; attempt++) {
		const delayMs = attempt === 0 ? 0 : Math.min(longest, firstMs * 2 ** (attempt - 1));
		await clock.sleep(delayMs * (0.5 + random() / 2), left);
		const fault = left.aborted ? undefined : await prove();
		if (left.aborted) return false;
		if (fault === null) return true;
		if (fault?.certain) onCertainFault(fault);
		longest = fault?.certain ? longestMs.certain : longestMs.outage;
	}
}
