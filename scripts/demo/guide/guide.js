'use strict';

/** Keeps what arrived up to date, and leaves the page alone while nothing changes. */
const arrivals = document.getElementById('arrivals');
let shown = '';

async function look() {
	try {
		const reply = await fetch(arrivals.dataset.from);
		const text = await reply.text();
		if (reply.ok && text !== shown) {
			arrivals.innerHTML = text;
			shown = text;
		}
	} catch {
		// The demo was stopped; should it come back, so does this.
	}
	setTimeout(look, 1000);
}

void look();
