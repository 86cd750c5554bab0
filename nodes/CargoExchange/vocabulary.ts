/** The vocabulary of the exchange, for all code that shows or compares these words. */

/** The status events of a parcel (docs/service.md 6). Key: the identifier that workflows store. */
export const statusEvents = {
	drafted: { name: 'Drafted', status: 'DRAFTED', action: 'APPROVE_COLLAB' },
	signed: { name: 'Signed', status: 'Signed', action: 'Sign' },
	issued: { name: 'Issued', status: 'ISSUED', action: 'ISSUE' },
	titleHeld: { name: 'Title Held', status: 'TITLE_HELD', action: 'ISSUE' },
	transferDrafted: { name: 'Transfer Drafted', status: 'TRANSFER_DRAFTED', action: 'DRAFT_TRANSFER' },
} as const;

export type StatusEvent = keyof typeof statusEvents;

/** The event of a status as the service writes it. An action does not decide it: an Issued message may say `Sign`. */
export function statusEventOf(status: string): StatusEvent | 'other' {
	return eventsByStatus.get(statusKey(status)) ?? 'other';
}

/** The one spelling of a status that users see: `TITLE_HELD` and `title held` are both `Title Held`. */
export function statusLabel(status: string): string {
	const event = statusEventOf(status);
	if (event !== 'other') return statusEvents[event].name;
	const words = status.split(/[\s_-]+/).filter((word) => word !== '');
	return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`).join(' ');
}

/** The statuses of sets that searches give, on their way; the service may have others. */
export const setStatuses = [
	'Imported',
	'Drafted',
	'Signing',
	'Signed',
	'Issued',
	'Title Held',
	'Transfer Drafted',
] as const;

/** How far a set with this status is on its way; -1 for a status that is not on it. */
export function statusRank(status: string): number {
	return setStatuses.map(statusKey).indexOf(statusKey(status));
}

/** The form in which statuses are compared: case, blanks, `_` and `-` do not count. */
export function statusKey(status: string): string {
	return status.replace(/[\s_-]/g, '').toLowerCase();
}

/** What starts a workflow for which nobody has chosen: n8n stores no defaults, so a further event is not among them. */
export const usualEvents = ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'] as const;
export const eventNames = [...usualEvents] as const;
const eventsByStatus = new Map(eventNames.map((event) => [statusKey(statusEvents[event].status), event]));

/** The folders of the search: the inbox, the Filed tab, both, and further folders that some exchanges have. */
export const searchStatuses = {
	ALL: 'Inbox and Filed',
	ACTIVE: 'Inbox',
	FILED: 'Filed',
	AMENDMENT_REQUESTED: 'Amendment Requested',
	AMENDMENT_REJECTED: 'Amendment Rejected',
	AMENDMENT_ISSUED: 'Amendment Issued',
	AMENDMENT_CANCELLED: 'Amendment Cancelled',
	CONVERT_SENT: 'Convert Sent',
	CONVERTED: 'Converted',
	CORRECTING_DOCUMENT: 'Correcting Document',
	DOCUMENTS_REJECTED: 'Documents Rejected',
	DOCUMENTS_RETURNED: 'Documents Returned',
} as const;

/** The set ID of the trigger's sample event: reserved, so that no exchange has it. Its first bytes read SAMPLE. */
export const sampleSetId = '53414d50-4c45-4000-8000-000000000000';

/** Document types that docs/service.md 2.6 lists. Others exist and pass. */
export const documentTypes = ['Bill of Lading', 'Uploadable Document'] as const;
