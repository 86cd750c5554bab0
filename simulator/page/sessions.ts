import { randomBytes } from 'node:crypto';

import type { Account } from '../entities';

export type Notice = { tone: 'good' | 'bad'; text: string };

/** Somebody who has logged in. */
export type Session = {
	account: Account;
	/** Shown once, on the next page. */
	notice: Notice | null;
	usedAt: number;
};

const cookieName = 'exchange_session';
const idleMs = 8 * 60 * 60 * 1000;
const most = 1000;

/** Who is logged in, by the value of a cookie that is random, hidden from scripts, and sent by this site's own pages only. */
export class Sessions {
	private readonly known = new Map<string, Session>();

	constructor(private readonly secure: boolean) {}

	/** Starts a session; gives the Set-Cookie header. */
	open(account: Account): string {
		const [oldest] = this.known.keys();
		if (this.known.size >= most && oldest !== undefined) this.known.delete(oldest);
		const key = randomBytes(24).toString('base64url');
		this.known.set(key, { account, notice: null, usedAt: performance.now() });
		return `${cookieName}=${key}; ${this.attributes}`;
	}

	/** The session of a Cookie header; it ends after eight hours without a request. */
	find(cookies: string | undefined): Session | null {
		const key = keyIn(cookies);
		const session = this.known.get(key);
		if (session === undefined) return null;
		if (performance.now() - session.usedAt > idleMs) {
			this.known.delete(key);
			return null;
		}
		session.usedAt = performance.now();
		return session;
	}

	/** Ends the session; gives the Set-Cookie header that removes the cookie. */
	close(cookies: string | undefined): string {
		this.known.delete(keyIn(cookies));
		return `${cookieName}=; Max-Age=0; ${this.attributes}`;
	}

	private get attributes(): string {
		return `Path=/app; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
	}
}

function keyIn(cookies = ''): string {
	for (const pair of cookies.split(';')) {
		const [name, value = ''] = pair.trim().split('=');
		if (name === cookieName) return value;
	}
	return '';
}
