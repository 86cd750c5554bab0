import { markup, type Markup } from './markup';
import { pagePath, type Session } from './sessions';

const tabs = { inbox: 'Inbox', filed: 'Filed', faults: 'Errors' } as const;
export type Tab = keyof typeof tabs;

const ship = markup`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false"><path d="M5 19h22l-3.2 6.2H8.4z" fill="currentColor"/><path d="M9 17v-5h4v5zm5 0V9h4v8zm5 0v-5h4v5z" fill="currentColor" opacity=".75"/><path d="M3 28c2.2 0 2.2-1.3 4.3-1.3S9.500 28 11.600 28s2.200-1.300 4.300-1.300S18.200 28 20.300 28s2.200-1.300 4.300-1.300S26.800 28 29 28" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>`;

/** A complete page: the bar with its tabs if somebody is logged in, the notice about the latest step, the content, and a dialog. */
export function layout(content: {
	title: string;
	session: Session | null;
	tab: Tab | null;
	body: Markup;
	dialog?: Markup | null;
}): Markup {
	const { title, session, tab, body, dialog = null } = content;
	// An open dialog shows the notice itself.
	const notice = dialog === null && session !== null ? takeNotice(session) : null;
	return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cargo Exchange</title>
<link rel="icon" href="${pagePath}/static/icon.svg">
<link rel="stylesheet" href="${pagePath}/static/pico.min.css">
<link rel="stylesheet" href="${pagePath}/static/exchange.css">
<script src="${pagePath}/static/exchange.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="${pagePath}/inbox">${ship}<span>Cargo Exchange</span></a>
${session !== null && navigation(tab)}
${session !== null && user(session)}
</header>
<main id="content" tabindex="-1">
${notice}
${body}
</main>
<footer><small>A simulated exchange with made-up companies. Signatures have no legal effect.</small></footer>
${dialog}
</body>
</html>`;
}

/** The notice about the latest step, which is shown once. */
export function takeNotice(session: Session): Markup | null {
	const { notice } = session;
	session.notice = null;
	if (notice === null) return null;
	const role = notice.tone === 'good' ? 'status' : 'alert';
	return markup`<p class="notice ${notice.tone}" role="${role}">${notice.text}</p>`;
}

function navigation(tab: Tab | null): Markup {
	const links = Object.entries(tabs).map(
		([name, label]) =>
			markup`<li><a href="${pagePath}/${name}"${name === tab && markup` aria-current="page"`}>${label}</a></li>`,
	);
	return markup`<nav aria-label="Exchange"><ul>${links}</ul></nav>`;
}

function user({ account, company }: Session): Markup {
	return markup`<div class="user"><span>${account.fullName}<small>${company}</small></span>
<form method="post" action="${pagePath}/logout"><button class="outline">Log out</button></form></div>`;
}

/** The user name and password of the login and of each authorization. */
export function credentialFields(username = ''): Markup {
	return markup`<label for="username">User name</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${username}"${username === '' && markup` autofocus`}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${username !== '' && markup` autofocus`}>`;
}

/** Labels with their texts. */
export function facts(lines: readonly (readonly [label: string, text: string | Markup])[]): Markup {
	return markup`<dl class="facts">${lines.map(([label, text]) => markup`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** A table that scrolls if it is too wide, with the keyboard as well. On a narrow screen, each row is a list of labels and values. */
export function table(
	label: string,
	columns: readonly string[],
	rows: readonly (readonly (string | Markup)[])[],
): Markup {
	return markup`<div class="overflow-auto" tabindex="0" role="group" aria-label="${label}"><table class="rows"><thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell, index) => markup`<td data-label="${columns[index]}">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}
