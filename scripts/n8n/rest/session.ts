import * as z from 'zod/v4';

export const owner = { email: 'owner@example.com', firstName: 'Own', lastName: 'Er', password: 'Passw0rd123' } as const;

/** A signed-in caller of n8n's own REST interface: the one its editor uses. */
export type Session = {
	url: string;
	/** One call under /rest; what n8n wraps in `data` comes back parsed by `reply`. Rejects with n8n's own words when it refuses. */
	call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, reply: z.ZodType<T>, body?: unknown): Promise<T>;
	/** The bytes of a path below n8n's root. */
	bytes(path: string): Promise<Buffer>;
	/** How to remove what was made with it, the oldest first. */
	readonly made: (() => Promise<unknown>)[];
};

/** Long enough for an n8n that stands still for a while; one that answers does so in milliseconds. */
const limitMs = 180_000;

/** Signs in as the owner, or as N8N_EMAIL with N8N_PASSWORD; on a new n8n the owner is made first. */
export async function signIn(url: string): Promise<Session> {
	const reply = await send(url, '', 'GET', '/rest/settings');
	const { userManagement } = settings.parse(wrapped.parse(await reply.json()).data);
	const { N8N_EMAIL: email = owner.email, N8N_PASSWORD: password = owner.password } = process.env;
	const signedIn = userManagement?.showSetupOnFirstLoad
		? await send(url, '', 'POST', '/rest/owner/setup', owner)
		: await send(url, '', 'POST', '/rest/login', { emailOrLdapLoginId: email, password });
	const cookie = signedIn.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
	await signedIn.body?.cancel();

	return {
		url,
		made: [],
		async call(method, path, schema, body) {
			const answer = await send(url, cookie, method, `/rest${path}`, body);
			const parsed: unknown = await answer.json();
			return schema.parse(wrapped.parse(parsed).data);
		},
		async bytes(path) {
			const answer = await send(url, cookie, 'GET', path);
			return Buffer.from(await answer.arrayBuffer());
		},
	};
}

const settings = z.looseObject({
	userManagement: z.looseObject({ showSetupOnFirstLoad: z.boolean().optional() }).optional(),
});
const wrapped = z.looseObject({ data: z.unknown() });

async function send(url: string, cookie: string, method: string, path: string, body?: unknown): Promise<Response> {
	const reply = await fetch(url + path, {
		method,
		headers: {
			// n8n ends a silent connection after five seconds, and on a busy machine in the moment in which the next call goes out on it.
			connection: 'close',
			...(cookie && { cookie }),
			...(body !== undefined && { 'content-type': 'application/json' }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
		signal: AbortSignal.timeout(limitMs),
	});
	if (reply.ok) return reply;
	throw new Error(`n8n answered ${reply.status} to ${method} ${path}: ${(await reply.text()).slice(0, 500)}`);
}
