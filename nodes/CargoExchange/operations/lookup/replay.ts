/** Reads a source once and gives it to any number of readers, each from the start. A failure of the source meets all of them. */
export class Replay<Value> implements AsyncIterable<Value> {
	private readonly seen: Value[] = [];
	private pull: Promise<boolean> | undefined;

	constructor(private readonly source: AsyncIterator<Value>) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
		for (let index = 0; index < this.seen.length || (await this.more()); index++)
			yield* this.seen.slice(index, index + 1);
	}

	/** One reader asks the source, the others wait for the same answer. The last answer stays, be it the end or a failure. */
	private more(): Promise<boolean> {
		this.pull ??= this.source.next().then((next) => {
			if (next.done) return false;
			this.seen.push(next.value);
			this.pull = undefined;
			return true;
		});
		return this.pull;
	}
}
