/** The vocabulary of the exchange. Everything that shows or compares these words takes them from here. */

/** The status events of a parcel (specification 6). Key: the identifier that workflows store. */
export const statusEvents = {
	drafted: { name: 'Drafted', status: 'DRAFTED', action: 'APPROVE_COLLAB' },
	signed: { name: 'Signed', status: 'Signed', action: 'Sign' },
	issued: { name: 'Issued', status: 'ISSUED', action: 'ISSUE' },
	titleHeld: { name: 'Title Held', status: 'TITLE_HELD', action: 'ISSUE' },
	transferDrafted: { name: 'Transfer Drafted', status: 'TRANSFER_DRAFTED', action: 'DRAFT_TRANSFER' },
} as const;

export type StatusEvent = keyof typeof statusEvents;

/** Where the search looks (beyond the specification: the inbox is ACTIVE, the Filed tab is FILED). */
export const searchStatuses = {
	ACTIVE: 'Active (Inbox)',
	FILED: 'Filed',
	ALL: 'All (Inbox and Filed)',
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

/** The two application instances that take part (specification 6). Compared without regard to case. */
export const instances = { EXCHANGE: 'Exchange', HUB: 'Hub' } as const;

/** Document types that the specification shows (2.6). Others exist and pass. */
export const documentTypes = ['Bill of Lading', 'Uploadable Document'] as const;
