/** A typed table in memory: rows by id, in the order they were added. */
export class Collection<Row> {
	private readonly rows = new Map<string, Row>();
	private readonly indexes: ((row: Row) => void)[] = [];

	constructor(private readonly idOf: (row: Row) => string) {}

	add(row: Row): Row {
		const id = this.idOf(row);
		if (this.rows.has(id)) throw new Error(`${id} exists already`);
		this.rows.set(id, row);
		for (const enter of this.indexes) enter(row);
		return row;
	}

	get(id: string): Row | undefined {
		return this.rows.get(id);
	}

	get size(): number {
		return this.rows.size;
	}

	values(): IterableIterator<Row> {
		return this.rows.values();
	}

	all(): Row[] {
		return [...this.rows.values()];
	}

	/** Looks rows up by keys that never change after the row was added. */
	indexBy(keysOf: (row: Row) => string[]): (key: string) => readonly Row[] {
		const index = new Map<string, Row[]>();
		const enter = (row: Row) => {
			for (const key of keysOf(row)) {
				const bucket = index.get(key);
				if (bucket === undefined) index.set(key, [row]);
				else bucket.push(row);
			}
		};
		for (const row of this.rows.values()) enter(row);
		this.indexes.push(enter);
		return (key) => index.get(key) ?? [];
	}
}
