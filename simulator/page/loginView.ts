import { layout, pagePath } from './layout';
import { markup, type Markup } from './markup';

/** The login form; `refused` says why the last attempt was not accepted. */
export function loginView({
	next,
	username,
	refused,
}: {
	next: string;
	username: string;
	refused: string | null;
}): Markup {
	const body = markup`<section class="card narrow">
<h1>Log in</h1>
<p>Review, sign and issue electronic bills of lading.</p>
${refused !== null && markup`<p class="notice bad" role="alert">${refused}</p>`}
<form method="post" action="${pagePath}/login" class="stack">
<input type="hidden" name="next" value="${next}">
${credentialFields(username)}
<button class="primary">Log in</button>
</form>
<p class="hint">The program that started this exchange has printed the user name and the password of the person who signs.</p>
</section>`;
	return layout({ title: 'Log in', session: null, place: null, body });
}

/** User name and password, as the login and each authorization ask for them. */
export function credentialFields(username = ''): Markup {
	return markup`<div class="field"><label for="username">User name</label>
<input id="username" name="username" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${username}"${username === '' && markup` autofocus`}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${username !== '' && markup` autofocus`}></div>`;
}
