// Everything except the live view works without this script.
'use strict';

/** An open dialog becomes modal; Escape goes back to the page below it. */
for (const dialog of document.querySelectorAll('dialog[open]')) {
	dialog.removeAttribute('open');
	dialog.showModal();
	dialog.addEventListener('cancel', (event) => {
		event.preventDefault();
		location.assign(dialog.dataset.back);
	});
}

/** A second click does not sign again. */
document.addEventListener('submit', ({ target, submitter }) => {
	if (target.method !== 'post') return;
	// After the form has been read: a disabled button is not part of it.
	setTimeout(() => {
		if (submitter === null) return;
		submitter.disabled = true;
		submitter.setAttribute('aria-busy', 'true');
	});
});
window.addEventListener('pageshow', () => {
	for (const button of document.querySelectorAll('button[aria-busy]')) {
		button.disabled = false;
		button.removeAttribute('aria-busy');
	}
});

/** Shows another document without reloading the page. */
const viewer = document.getElementById('viewer');
if (viewer !== null) {
	for (const link of document.querySelectorAll('a[data-show]')) {
		link.addEventListener('click', (event) => {
			if (event.ctrlKey || event.metaKey || event.shiftKey) return;
			event.preventDefault();
			const frame = viewer.querySelector('iframe');
			// A new frame, because the history of the old one would catch the Back button.
			const next = frame.cloneNode();
			next.title = `PDF: ${link.dataset.name}`;
			next.src = `${link.dataset.show}#toolbar=0&navpanes=0&view=FitH`;
			frame.replaceWith(next);
			viewer.querySelector('#shown').textContent = link.dataset.name;
			viewer.querySelector('[data-download]').href = `${link.dataset.show}?download=1`;
			history.replaceState(null, '', link.href);
			viewer.scrollIntoView({ block: 'nearest' });
			viewer.focus({ preventScroll: true });
		});
	}
}

if (navigator.clipboard !== undefined) {
	for (const button of document.querySelectorAll('[data-copy]')) {
		button.hidden = false;
		button.addEventListener('click', async () => {
			await navigator.clipboard.writeText(button.dataset.copy);
			const label = button.firstChild;
			label.textContent = 'Copied';
			setTimeout(() => {
				label.textContent = 'Copy';
			}, 1500);
		});
	}
}

/** The live view: the server sends entries as escaped HTML; a response replaces the entry of its request. */
const state = document.querySelector('[data-live]');
if (state !== null) {
	const source = new EventSource(state.dataset.live);
	const say = (text, on) => {
		state.textContent = text;
		state.classList.toggle('on', on);
	};
	say('Connecting …', false);
	let opened = false;
	source.addEventListener('open', () => {
		// The page has the entries that the stream has missed.
		if (opened) location.reload();
		opened = true;
		say('● Live', true);
	});
	source.addEventListener('error', () => say('Connection lost, reconnecting …', false));
	for (const log of document.querySelectorAll('[data-log]')) {
		source.addEventListener(log.dataset.log, ({ data }) => {
			const template = document.createElement('template');
			template.innerHTML = JSON.parse(data);
			const entry = template.content.firstElementChild;
			const known = document.getElementById(entry.id);
			if (known !== null) {
				entry.firstElementChild.open = known.firstElementChild.open;
				known.replaceWith(entry);
				return;
			}
			log.prepend(entry);
			while (log.children.length > Number(log.dataset.most)) log.lastElementChild.remove();
		});
	}
}
