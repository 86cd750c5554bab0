import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';

import type { Exchange } from '../exchange';
import { Refusal } from '../problem';
import { pagePath } from './layout';
import type { Markup } from './markup';
import type { Session, Sessions } from './sessions';

/** What the page's routes share: the exchange, and who is asking. */
export class Desk {
	private readonly visitors = new WeakMap<FastifyRequest, Session>();

	constructor(
		readonly exchange: Exchange,
		readonly sessions: Sessions,
	) {}

	/** Finds out who is asking; false when nobody is logged in. */
	admit(request: FastifyRequest): boolean {
		const session = this.sessions.find(request.headers.cookie);
		if (session !== null) this.visitors.set(request, session);
		return session !== null;
	}

	session(request: FastifyRequest): Session {
		const session = this.visitors.get(request);
		if (session === undefined) throw new Refusal(401, 'Log in first');
		return session;
	}

	company({ account }: Session): string {
		return this.exchange.store.counterparties.get(account.customerId)?.customerName ?? '';
	}

	/** Takes a step; how it went is told on the page that comes next. Gives whether it was taken. */
	async take(request: FastifyRequest, told: string, step: () => unknown): Promise<boolean> {
		const session = this.session(request);
		try {
			await step();
			session.notice = { tone: 'good', text: told };
			return true;
		} catch (cause) {
			session.notice = { tone: 'bad', text: cause instanceof Error ? cause.message : String(cause) };
			return false;
		}
	}
}

export function show(reply: FastifyReply, page: Markup, status = 200): FastifyReply {
	return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.text);
}

/** What a form's fields say. Throws a Refusal where they are not those of the form that the page shows. */
export function readForm<Form extends z.ZodType>(form: Form, body: unknown): z.output<Form> {
	const read = form.safeParse(body);
	if (read.success) return read.data;
	throw new Refusal(400, 'The form did not arrive whole');
}

/** Leads to another page of ours after a POST, so that a reload does not repeat it. */
export function lead(reply: FastifyReply, path: string): FastifyReply {
	return reply.redirect(pagePath + path, 303);
}
