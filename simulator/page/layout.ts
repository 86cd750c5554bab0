import { markup, type Markup } from './markup';
import type { Session } from './sessions';

export const pagePath = '/app';

const places = [
	['inbox', 'Inbox'],
	['filed', 'Filed'],
	['hub', 'Hub'],
	['live', 'Live view'],
	['faults', 'Fault drills'],
] as const;

export type Place = (typeof places)[number][0];

const ship = markup`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false"><path d="M5 19h22l-3.2 6.2H8.4z" fill="currentColor"/><path d="M9 17v-5h4v5zm5 0V9h4v8zm5 0v-5h4v5z" fill="currentColor" opacity=".75"/><path d="M3 28c2.2 0 2.2-1.3 4.3-1.3S9.5 28 11.6 28s2.2-1.3 4.3-1.3S18.200 28 20.300 28s2.200-1.300 4.300-1.300S26.800 28 29 28" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>`;

/**
 * A whole page: the bar with its tabs where somebody is logged in, the notice of the step just taken, the content, a
 * dialog where a step is open.
 */
export function layout(content: {
	title: string;
	session: Session | null;
	place: Place | null;
	body: Markup;
	dialog?: Markup | null;
	company?: string;
}): Markup {
	const { title, session, place, body, dialog = null, company = '' } = content;
	// With a dialog open the notice belongs to its question, and stands in it.
	const notice = dialog === null && session !== null ? takeNotice(session) : null;
	return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cargo Exchange</title>
<link rel="icon" href="${pagePath}/static/icon.svg">
<link rel="stylesheet" href="${pagePath}/static/exchange.css">
<script src="${pagePath}/static/exchange.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${pagePath}/inbox">${ship}<span>Cargo Exchange</span></a>
${session !== null && tabs(place)}
${session !== null && who(session, company)}
</header>
<main id="content" tabindex="-1">
${notice}
${body}
</main>
<footer>A simulated exchange: its companies are made up, and nothing signed here binds anybody.</footer>
${dialog}
</body>
</html>`;
}

/** The notice of the step just taken, which is then forgotten. */
export function takeNotice(session: Session): Markup | null {
	const { notice } = session;
	session.notice = null;
	if (notice === null) return null;
	const role = notice.tone === 'good' ? 'status' : 'alert';
	return markup`<p class="notice ${notice.tone}" role="${role}">${notice.text}</p>`;
}

function tabs(place: Place | null): Markup {
	const links = places.map(
		([name, label]) =>
			markup`<li><a href="${pagePath}/${name}"${name === place && markup` aria-current="page"`}>${label}</a></li>`,
	);
	return markup`<nav aria-label="Exchange"><ul>${links}</ul></nav>`;
}

function who({ account }: Session, company: string): Markup {
	return markup`<div class="who"><span class="name">${account.fullName}<small>${company}</small></span>
<form method="post" action="${pagePath}/logout"><button class="quiet">Log out</button></form></div>`;
}
