// What the pages do beyond links and forms. Everything but the live view works without it.
'use strict';

/** A dialog that the server sent open becomes modal; Escape leads back to the page below it. */
for (const dialog of document.querySelectorAll('dialog[open]')) {
	dialog.removeAttribute('open');
	dialog.showModal();
	dialog.addEventListener('cancel', (event) => {
		event.preventDefault();
		location.assign(dialog.dataset.back);
	});
}

/** Nobody signs twice by clicking twice. */
document.addEventListener('submit', ({ target, submitter }) => {
	if (target.method !== 'post') return;
	// Only after the form has been read: a disabled button is left out of it.
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

/** Shows another document without loading the page again. */
const viewer = document.getElementById('viewer');
if (viewer !== null) {
	for (const link of document.querySelectorAll('a[data-show]')) {
		link.addEventListener('click', (event) => {
			if (event.ctrlKey || event.metaKey || event.shiftKey) return;
			event.preventDefault();
			const frame = viewer.querySelector('iframe');
			// The frame's own history would catch the Back button: a new frame has none.
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

/** The live view: entries come as HTML made and escaped by the server; a request's answer replaces the entry of its arrival. */
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
		// What happened while the stream was away is on a fresh page.
		if (opened) location.reload();
		opened = true;
		say('● Live', true);
	});
	source.addEventListener('error', () => say('Connection lost, trying again …', false));
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
