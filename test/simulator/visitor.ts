/** A browser without a screen: keeps the cookie and sends forms, but does not follow redirects. */
import type { Simulator } from '../../simulator';

export type Page = { status: number; location: string | null; text: string; headers: Headers };
export type Visitor = ReturnType<typeof visitorOf>;

export function visitorOf(simulator: Simulator) {
	let cookie = '';
	const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
		const headers = { ...(cookie === '' ? {} : { cookie }), ...Object.fromEntries(new Headers(init.headers)) };
		const response = await fetch(simulator.pageUrl + path, { ...init, headers, redirect: 'manual' });
		const [given] = response.headers.getSetCookie();
		if (given !== undefined) cookie = given.split(';')[0] ?? '';
		const location = response.headers.get('location');
		return { status: response.status, location, text: await response.text(), headers: response.headers };
	};
	return {
		open: (path: string) => ask(path),
		/** Sends a form and opens the next page. */
		async submit(
			path: string,
			fields: Record<string, string> = {},
			headers: Record<string, string> = {},
		): Promise<Page> {
			const sent = await ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
			return sent.location === null ? sent : await ask(sent.location.replace('/app', ''));
		},
		post: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
			ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
		get cookie() {
			return cookie;
		},
	};
}

/** A visitor who has logged in as the person who signs. */
export async function loggedIn(simulator: Simulator): Promise<Visitor> {
	const visitor = visitorOf(simulator);
	await visitor.post('/login', simulator.person);
	return visitor;
}
