/** What can go wrong between the exchange and its queue. */

/** `status`: a status message. `copy`: one that was sent before. `garbage`: not a status message. */
export type SentBody = { kind: 'status' | 'copy' | 'garbage'; body: Buffer; message: object | null };

export const garbage = {
	text: { label: 'Text that is not JSON', body: Buffer.from('this is not a status message') },
	cut: { label: 'JSON that ends too early', body: Buffer.from('{"instance":"exchange","newStatus":"ISS') },
	otherKind: { label: 'A message of another kind', body: Buffer.from('{"kind":"MAINTENANCE","from":"22:00"}') },
	unknownStatus: {
		label: 'An unknown status',
		body: Buffer.from('{"instance":"exchange","newStatus":"LEFT_ON_THE_QUAY","action":"WAIT"}'),
	},
	binary: { label: 'Bytes that are not text', body: Buffer.from([0xff, 0xfe, 0x00, 0x9c, 0x80, 0x01]) },
	empty: { label: 'Nothing at all', body: Buffer.alloc(0) },
} as const;

/** Passes every message on to the publisher, with the faults that were requested. */
export class QueueFaults {
	private twice = 0;
	private swap = false;
	private held: SentBody | null = null;
	private latest: SentBody | null = null;

	constructor(private readonly deliver: (sent: SentBody) => Promise<void>) {}

	/** Publishes a status message, unless it has to wait for the next one. */
	async send(message: object): Promise<void> {
		const sent: SentBody = { kind: 'status', body: Buffer.from(JSON.stringify(message)), message };
		if (this.swap) {
			this.swap = false;
			this.held = sent;
			return;
		}
		await this.publish(sent);
		await this.release();
	}

	/** The next `count` messages are sent twice. */
	duplicateNext(count: number): void {
		this.twice += count;
	}

	/** The next message waits until another one has been sent. */
	swapNext(): void {
		if (this.held === null) this.swap = true;
	}

	/** Sends the latest message again; false if there is none yet. */
	async repeatLatest(): Promise<boolean> {
		if (this.latest === null) return false;
		await this.deliver({ ...this.latest, kind: 'copy' });
		return true;
	}

	async sendGarbage(kind: keyof typeof garbage): Promise<void> {
		await this.deliver({ kind: 'garbage', body: garbage[kind].body, message: null });
	}

	/** Cancels every fault and sends a message that waits. */
	async clear(): Promise<void> {
		this.twice = 0;
		this.swap = false;
		await this.release();
	}

	/** The faults that are still to come. */
	get state(): { twice: number; swap: boolean; holding: boolean } {
		return { twice: this.twice, swap: this.swap, holding: this.held !== null };
	}

	private async release(): Promise<void> {
		const { held } = this;
		this.held = null;
		if (held !== null) await this.publish(held);
	}

	private async publish(sent: SentBody): Promise<void> {
		const again = this.twice > 0;
		if (again) this.twice -= 1;
		await this.deliver(sent);
		this.latest = sent;
		if (again) await this.deliver({ ...sent, kind: 'copy' });
	}
}
