import { createHmac, randomBytes, randomUUID } from 'node:crypto';

import type { Account } from './entities';
import type { Settings } from './options';

/** Issues tokens and knows which are valid. Lifetimes use a monotonic clock, so a changed system time has no effect. */
export class Tokens {
	/** The number of tokens issued since the start. */
	issued = 0;
	private readonly key = randomBytes(32);
	private readonly known = new Map<string, { account: Account; validUntilMs: number }>();

	constructor(private readonly settings: Settings['token']) {}

	issue(account: Account): string {
		const { lifetimeSeconds, jwt, onlyNewest } = this.settings;
		for (const [token, entry] of this.known) {
			if ((onlyNewest && entry.account === account) || !this.isValid(token)) this.known.delete(token);
		}
		const token = jwt ? this.jwt(account, lifetimeSeconds) : randomBytes(24).toString('hex');
		this.known.set(token, { account, validUntilMs: performance.now() + lifetimeSeconds * 1000 });
		this.issued += 1;
		return token;
	}

	isValid(token: string): boolean {
		return performance.now() < (this.known.get(token)?.validUntilMs ?? 0);
	}

	expireAll(): void {
		this.known.clear();
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
