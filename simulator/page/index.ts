/** The exchange application for people: pages made here, under /app, apart from the interfaces and their rules. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { z } from 'zod/v4';

import type { Exchange } from '../exchange';
import { foreignRequest } from '../origin';
import { Refusal } from '../problem';
import { Desk, lead, readForm, show } from './desk';
import { faultPages } from './faultRoutes';
import { layout, pagePath } from './layout';
import { livePages } from './liveRoutes';
import { loginView } from './loginView';
import { markup } from './markup';
import { Sessions } from './sessions';
import { setPages } from './setRoutes';
import { shipmentPages } from './shipmentRoutes';

export { pagePath } from './layout';

const statics = { 'exchange.css': 'text/css', 'exchange.js': 'text/javascript', 'icon.svg': 'image/svg+xml' };
const largestForm = 64 * 1024;
const policy =
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; object-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

const loginForm = z.object({ username: z.string(), password: z.string(), next: z.string().default('') });
const loginQuery = z.object({ next: z.string().default('') }).catch({ next: '' });

/** Registers every page on a scope of its own whose prefix is `pagePath`. */
export async function exchangePages(app: FastifyInstance, exchange: Exchange): Promise<void> {
	const sessions = new Sessions(exchange.settings.tls !== null);
	const desk = new Desk(exchange, sessions);

	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string', bodyLimit: largestForm },
		(_request, body, done) => {
			done(null, Object.fromEntries(new URLSearchParams(body.toString())));
		},
	);
	app.addHook('onRequest', (request, reply, done) => {
		reply.headers({
			'content-security-policy': policy,
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'same-origin',
		});
		const foreign = foreignRequest(request.headers, exchange.settings.host);
		done(foreign === null ? undefined : new Refusal(403, foreign));
	});
	app.setErrorHandler(async (cause, request, reply) => {
		const status = cause instanceof Refusal ? cause.status : 500;
		const session = sessions.find(request.headers.cookie);
		const words = cause instanceof Error ? cause.message : 'The page could not be made';
		const body = markup`<section class="card narrow"><h1>${status === 404 ? 'Not found' : 'That did not work'}</h1><p>${words}.</p><p><a class="button" href="${pagePath}/inbox">To the inbox</a></p></section>`;
		return show(reply, layout({ title: 'Not shown', session, place: null, body }), status);
	});
	app.setNotFoundHandler(() => {
		throw new Refusal(404, 'There is nothing at this address');
	});

	for (const [name, type] of Object.entries(statics)) {
		const content = readFileSync(path.join(__dirname, 'static', name));
		app.get(`/static/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
	}
	app.get('/', (_request, reply) => lead(reply, '/inbox'));
	app.get('/login', (request, reply) => {
		const { next } = loginQuery.parse(request.query);
		return show(reply, loginView({ next, username: '', refused: null }));
	});
	app.post('/login', (request, reply) => {
		const { username, password, next } = readForm(loginForm, request.body);
		const account = exchange.store.account(username, password);
		if (account?.kind !== 'person') {
			const refused =
				account === undefined
					? 'User name or password is not correct.'
					: 'This user is for programs; log in as a person.';
			return show(reply, loginView({ next, username, refused }), 403);
		}
		reply.header('set-cookie', sessions.open(account));
		return lead(reply, ownPath(next));
	});
	app.post('/logout', (request, reply) => {
		reply.header('set-cookie', sessions.close(request.headers.cookie));
		return lead(reply, '/login');
	});

	const insidePages: FastifyPluginCallback = (inside, _options, ready) => {
		inside.addHook('onRequest', (request, reply, done) => {
			if (desk.admit(request)) {
				done();
				return;
			}
			const wanted = request.method === 'GET' ? request.url.slice(pagePath.length) : '';
			lead(reply, `/login${wanted === '' ? '' : `?next=${encodeURIComponent(wanted)}`}`);
		});
		shipmentPages(inside, desk);
		setPages(inside, desk);
		livePages(inside, desk);
		faultPages(inside, desk);
		ready();
	};
	await app.register(insidePages);
}

/** Only a path of ours may follow the login, never another site. */
function ownPath(next: string): string {
	return /^\/[a-z]/.test(next) && !next.includes('\\') ? next : '/inbox';
}
