import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/v4';
import type { Account } from '../entities';
import type { Exchange } from '../exchange';
import { ErrorStatus } from '../errorStatus';
import type { Markup } from './markup';

export type Session = {
	account: Account;
	/** The name of the account's company. */
	company: string;
	/** Shown once, on the next page. */
	notice: { tone: 'good' | 'bad'; text: string } | null;
};

/** Below it are all pages. */
export const pagePath = '/app';

const cookieName = 'exchange_session';

/** Who is logged in, by a random cookie that scripts and other sites cannot use. */
export class Sessions {
	private readonly known = new Map<string, Session>();

	constructor(readonly exchange: Exchange) {}

	/** Starts a session; gives the Set-Cookie header. */
	open(account: Account): string {
		const key = randomBytes(24).toString('base64url');
		const company = this.exchange.store.counterparties.get(account.customerId)?.customerName ?? '';
		this.known.set(key, { account, company, notice: null });
		return `${cookieName}=${key}; ${this.attributes}`;
	}

	/** The session of a request, or null. */
	find({ headers }: FastifyRequest): Session | null {
		return this.known.get(keyIn(headers.cookie)) ?? null;
	}

	/** The session of a request. Throws an ErrorStatus if nobody is logged in. */
	get(request: FastifyRequest): Session {
		const session = this.find(request);
		if (session === null) throw new ErrorStatus(401, 'Log in first');
		return session;
	}

	/** Ends the session; gives the Set-Cookie header that removes the cookie. */
	close({ headers }: FastifyRequest): string {
		this.known.delete(keyIn(headers.cookie));
		return `${cookieName}=; Max-Age=0; ${this.attributes}`;
	}

	/** Takes a step, and puts its result into the notice of the next page. Returns whether it succeeded. */
	async take(request: FastifyRequest, done: string, step: () => unknown): Promise<boolean> {
		const session = this.get(request);
		try {
			await step();
			session.notice = { tone: 'good', text: done };
			return true;
		} catch (cause) {
			session.notice = { tone: 'bad', text: cause instanceof Error ? cause.message : String(cause) };
			return false;
		}
	}

	private get attributes(): string {
		return `Path=${pagePath}; HttpOnly; SameSite=Lax${this.exchange.settings.tls === null ? '' : '; Secure'}`;
	}
}

function keyIn(cookies = ''): string {
	for (const pair of cookies.split(';')) {
		const [name, value = ''] = pair.trim().split('=');
		if (name === cookieName) return value;
	}
	return '';
}

export function show(reply: FastifyReply, page: Markup, status = 200): FastifyReply {
	return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.text);
}

/** The fields of a form. Throws an ErrorStatus if they are not those of the form on the page. */
export function readForm<Form extends z.ZodType>(form: Form, body: unknown): z.output<Form> {
	const read = form.safeParse(body);
	if (read.success) return read.data;
	throw new ErrorStatus(400, 'The form is incomplete');
}

/** Redirects to another page after a POST, so that a reload does not repeat it. */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
	return reply.redirect(pagePath + path, 303);
}
