import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import type { Account } from './entities';
import type { Settings } from './options';

/** Issues tokens and knows which are still good. Lifetimes run on a monotonic clock, so a changed system time changes nothing. */
export class Tokens {
	/** How many tokens were issued since the start. */
	issued = 0;
	private readonly key = randomBytes(32);
	private readonly known = new Map<string, { account: Account; goodUntilMs: number }>();

	constructor(private readonly settings: Settings['token']) {}

	issue(account: Account): string {
		const lifetimeSeconds = this.settings.lifetimeSeconds;
		if (this.settings.onlyNewest) this.forget((entry) => entry.account === account);
		this.forget((entry) => performance.now() >= entry.goodUntilMs);
		const token = this.settings.jwt ? this.jwt(account, lifetimeSeconds) : randomBytes(24).toString('hex');
		this.known.set(token, { account, goodUntilMs: performance.now() + lifetimeSeconds * 1000 });
		this.issued += 1;
		return token;
	}

	/** The account a token stands for, or undefined when it is unknown or past its lifetime. */
	holder(token: string): Account | undefined {
		const entry = this.known.get(token);
		return entry !== undefined && performance.now() < entry.goodUntilMs ? entry.account : undefined;
	}

	expireAll(): void {
		this.known.clear();
	}

	private forget(condition: (entry: { account: Account; goodUntilMs: number }) => boolean): void {
		for (const [token, entry] of this.known) if (condition(entry)) this.known.delete(token);
	}

	private jwt(account: Account, lifetimeSeconds: number): string {
		const issuedAt = Math.floor(Date.now() / 1000);
		const parts = [
			{ alg: 'HS256', typ: 'JWT' },
			{ sub: account.username, jti: randomUUID(), iat: issuedAt, exp: issuedAt + lifetimeSeconds },
		].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
		const signature = createHmac('sha256', this.key).update(parts.join('.')).digest('base64url');
		return [...parts, signature].join('.');
	}
}
