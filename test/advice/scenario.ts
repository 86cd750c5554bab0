/** A situation in which the package gives advice, the advice done as it is written, and what that costs. */
export type Scenario = {
	/** What the user does, and when. */
	name: string;
	/** The sentences that are followed, as the user reads them, with … for values. */
	does: readonly string[];
	/** How many events or shipments that loses or doubles, because the text says so; by default none. */
	costs?: Partial<Toll>;
	/** `read`: what the user has read. */
	follow: () => Promise<Toll & { read: readonly string[] }>;
};

/** Events or shipments that nothing was done for, and those that something was done for more than once, counted by each time more. */
export type Toll = { lost: number; doubled: number };

/** The toll of what should have been done once, by what was done. */
export function tollOf<Key>(wanted: readonly Key[], done: readonly Key[]): Toll {
	const times = wanted.map((key) => done.filter((one) => one === key).length);
	return {
		lost: times.filter((count) => count === 0).length,
		doubled: times.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
	};
}
