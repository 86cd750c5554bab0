/** The exchange application for people, under /app. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import * as z from 'zod/v4';
import { ErrorStatus, refuseOtherSites } from '../errorStatus';
import type { Exchange } from '../exchange';
import { faultPages } from './faults';
import { credentialFields, layout } from './layout';
import { markup, type Markup } from './markup';
import { pagePath, readForm, redirect, Sessions, show } from './sessions';
import { shipmentLists } from './shipments';
import { shipmentPages } from './shipmentPages';

export { pagePath } from './sessions';

export const statics = {
	'pico.min.css': { type: 'text/css', file: require.resolve('@picocss/pico/css/pico.min.css') },
	'exchange.css': { type: 'text/css', file: path.join(__dirname, 'static', 'exchange.css') },
	'exchange.js': { type: 'text/javascript', file: path.join(__dirname, 'static', 'exchange.js') },
	'icon.svg': { type: 'image/svg+xml', file: path.join(__dirname, 'static', 'icon.svg') },
};
const largestForm = 64 * 1024;
const policy =
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; object-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

const loginForm = z.object({ username: z.string(), password: z.string(), next: z.string().default('') });
const loginQuery = z.object({ next: z.string().default('') }).catch({ next: '' });

/** Registers every page on a scope of its own whose prefix is `pagePath`. */
export async function exchangePages(app: FastifyInstance, exchange: Exchange): Promise<void> {
	const sessions = new Sessions(exchange);

	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string', bodyLimit: largestForm },
		(_request, body, done) => {
			done(null, Object.fromEntries(new URLSearchParams(body.toString())));
		},
	);
	app.addHook('onRequest', async (request, reply) => {
		reply.headers({
			'content-security-policy': policy,
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'same-origin',
		});
		refuseOtherSites(request.headers, exchange.settings.host);
	});
	app.setErrorHandler(async (cause, request, reply) => {
		const status = cause instanceof ErrorStatus ? cause.status : 500;
		const words = cause instanceof Error ? cause.message : 'The page could not be created';
		const body = markup`<article class="narrow"><h1>${status === 404 ? 'Not found' : 'That did not work'}</h1><p>${words}.</p><p><a class="button" href="${pagePath}/inbox">To the inbox</a></p></article>`;
		return show(reply, layout({ title: 'Not shown', session: sessions.find(request), tab: null, body }), status);
	});
	app.setNotFoundHandler(() => {
		throw new ErrorStatus(404, 'There is nothing at this address');
	});

	for (const [name, { type, file }] of Object.entries(statics)) {
		const content = readFileSync(file);
		app.get(`/static/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
	}
	app.get('/', (_request, reply) => redirect(reply, '/inbox'));
	app.get('/login', (request, reply) => {
		const { next } = loginQuery.parse(request.query);
		return show(reply, loginPage({ next, username: '', rejected: null }));
	});
	app.post('/login', (request, reply) => {
		const { username, password, next } = readForm(loginForm, request.body);
		const account = exchange.store.account(username, password);
		if (account?.kind !== 'person') {
			const rejected =
				account === undefined
					? 'User name or password is not correct.'
					: 'This user is for programs; log in as a person.';
			return show(reply, loginPage({ next, username, rejected }), 403);
		}
		reply.header('set-cookie', sessions.open(account));
		return redirect(reply, ownPath(next));
	});
	app.post('/logout', (request, reply) => {
		reply.header('set-cookie', sessions.close(request));
		return redirect(reply, '/login');
	});

	const insidePages: FastifyPluginCallback = (inside, _options, ready) => {
		inside.addHook('onRequest', (request, reply, done) => {
			if (sessions.find(request) !== null) {
				done();
				return;
			}
			const wanted = request.method === 'GET' ? request.url.slice(pagePath.length) : '';
			redirect(reply, `/login${wanted === '' ? '' : `?next=${encodeURIComponent(wanted)}`}`);
		});
		shipmentLists(inside, sessions);
		shipmentPages(inside, sessions);
		faultPages(inside, sessions);
		ready();
	};
	await app.register(insidePages);
}

/** After the login, only a page of this site is opened. */
function ownPath(next: string): string {
	return /^\/[a-z]/.test(next) && !next.includes('\\') ? next : '/inbox';
}

/** The login form; `rejected` is the reason why the last attempt failed. */
function loginPage({ next, username, rejected }: { next: string; username: string; rejected: string | null }): Markup {
	const body = markup`<article class="narrow">
<h1>Log in</h1>
<p>Review, sign and issue electronic bills of lading.</p>
${rejected !== null && markup`<p class="notice bad" role="alert">${rejected}</p>`}
<form method="post" action="${pagePath}/login">
<input type="hidden" name="next" value="${next}">
${credentialFields(username)}
<button>Log in</button>
</form>
<p><small>The user name and password are in the terminal where this exchange was started.</small></p>
</article>`;
	return layout({ title: 'Log in', session: null, tab: null, body });
}
