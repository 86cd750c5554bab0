// Everything works without this script.
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
