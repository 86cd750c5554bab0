import type { Counterparty } from '../entities';
import { credentialFields, takeNotice } from './layout';
import { markup, type Markup } from './markup';
import { pagePath } from './sessions';
import type { Session } from './sessions';
import type { ShipmentView } from './shipments';

export const openSteps = ['authorize', 'issue', 'confirm'] as const;
export type OpenStep = (typeof openSteps)[number];

type Asked = {
	step: OpenStep;
	view: ShipmentView;
	session: Session;
	counterparties: Counterparty[];
	recipientId: string;
};

/** The dialog of a step, or null if no set of the shipment is at the stage for it. */
export function stepDialog(asked: Asked): Markup | null {
	const { step, view } = asked;
	const begins = { authorize: 'Signing', issue: 'Signed', confirm: 'Signed' }[step];
	return view.sets.some(({ set }) => set.stage === begins) ? dialogs[step](asked) : null;
}

const dialogs: Record<OpenStep, (asked: Asked) => Markup> = {
	authorize: ({ view, session }) =>
		frame(view, {
			title: 'Authorize the signature',
			body: markup`<p>You are signing ${bills(view, 'Signing')} of shipment ${view.shipment.shipmentReference}. Confirm with your user name and password.</p>
${takeNotice(session)}
<form method="post" action="${at(view)}/authorize">${credentialFields()}${buttons(view, 'Sign now', 'Not now')}</form>`,
		}),
	issue: ({ view, counterparties, recipientId }) =>
		frame(view, {
			title: 'Choose the recipient',
			body: markup`<p>Who receives the original of ${bills(view, 'Signed')}?</p>
<form method="get" action="${at(view)}"><input type="hidden" name="step" value="confirm">
<fieldset><legend>Recipient</legend>
${choice('', `The consignee: ${consignees(view)}`, recipientId)}
${counterparties
	.filter(({ customerName }) => customerName !== consignees(view))
	.map(({ customerId, customerName }) => choice(customerId, customerName, recipientId))}
</fieldset>${buttons(view, 'Continue', 'Cancel')}</form>`,
		}),
	confirm: ({ view, session, counterparties, recipientId }) => {
		const recipient = counterparties.find(({ customerId }) => customerId === recipientId)?.customerName;
		return frame(view, {
			title: 'Issue now?',
			body: markup`<p><b>You are about to issue ${bills(view, 'Signed')} to ${recipient ?? consignees(view)}.</b> The original passes to the recipient, the shipment moves to Filed, and an Issued message goes to the queue. This cannot be undone.</p>
${takeNotice(session)}
<form method="post" action="${at(view)}/issue"><input type="hidden" name="recipientId" value="${recipient === undefined ? '' : recipientId}">
${credentialFields()}${buttons(view, 'Issue now', 'Cancel')}</form>`,
		});
	},
};

const at = ({ shipment }: ShipmentView): string => `${pagePath}/shipments/${shipment.shipmentId}`;

/** The dialog is open, so that it works without JavaScript. With JavaScript it becomes modal and Escape goes back. */
function frame(view: ShipmentView, { title, body }: { title: string; body: Markup }): Markup {
	return markup`<dialog open aria-labelledby="step" data-back="${at(view)}"><article><h2 id="step">${title}</h2>${body}</article></dialog>`;
}

function buttons(view: ShipmentView, go: string, leave: string): Markup {
	return markup`<div class="inline"><button>${go}</button><a class="button outline" href="${at(view)}">${leave}</a></div>`;
}

function choice(value: string, label: string, chosen: string): Markup {
	return markup`<label><input type="radio" name="recipient" value="${value}"${value === chosen && markup` checked`}> ${label}</label>`;
}

function bills({ sets }: ShipmentView, stage: string): string {
	const numbers = sets.filter(({ set }) => set.stage === stage).map(({ set }) => set.blNumber);
	const more = numbers.length > 3 ? ` and ${numbers.length - 3} more` : '';
	return `${numbers.length === 1 ? 'bill of lading' : 'bills of lading'} ${numbers.slice(0, 3).join(', ')}${more}`;
}

function consignees({ sets }: ShipmentView): string {
	const names = new Set(sets.map(({ set }) => set.consigneeCompanyName).filter(Boolean));
	return [...names].slice(0, 3).join(', ') || 'as each set names it';
}
