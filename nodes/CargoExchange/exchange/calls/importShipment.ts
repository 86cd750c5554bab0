import { ExplainedError, ImportOutcomeUnknown, ServiceError } from '../../errors';
import { sanitize, serviceMessage } from '../../schemas/errorMessage';
import { readImportReply, type ReadReply } from '../../schemas/importReply';
import { type Account, cookieHeader } from '../auth/credential';
import { movedStatuses } from '../http/networkErrors';
import { readText } from '../http/response';
import { type ImportBody, type StatusMessages, UploadBody } from '../http/request';
import { discard, type Reply } from '../http/send';
import type { AuthenticatedRequests } from './authenticatedRequest';
import { verifyToken } from './search';

const path = '/api/v1/shipments';
const call = `POST ${path}`;

/** A body up to this size is sent before a response can arrive, so that its 401 is never lost. */
const smallBodyBytes = 64 * 1024;

/** After a complete response with one of these statuses that names no set, nothing was imported. */
const clearRefusals = [
	...movedStatuses,
	...[400, 401, 403, 404, 405, 411, 413, 414, 415, 421, 422, 426, 429, 431, 494, 495, 496, 497, 505, 511],
];

/** The response of success to an import. */
export type ImportReply = ReadReply & {
	status: number;
	/** What to throw if nothing shows that the shipment was imported. */
	doubt: ImportOutcomeUnknown;
};

/**
 * Imports a shipment (docs/service.md 4.5). The effect of a second import with the same reference is unknown, so it is sent
 * again only after a complete 401, or if nothing of its body was sent. Once a part was sent, anything that ends an import without a
 * readable response of success is an ImportOutcomeUnknown, also a cancellation or a file that cannot be read on, except a complete response
 * with one of `clearRefusals` that names no set. After any other error, nothing was imported.
 */
export async function importShipment(
	requests: AuthenticatedRequests,
	account: Account,
	{ importRef, body }: { importRef: string; body: ImportBody },
): Promise<ImportReply> {
	const request = {
		method: 'POST' as const,
		field: 'importUrl' as const,
		path,
		query: { importRef },
		headers: {
			...cookieHeader(account),
			accept: 'application/json, */*;q=0.5',
			'content-type': 'application/json',
			'content-length': String(body.length),
		},
		statusMessages: account.hasImportUrl ? statusMessages : { ...statusMessages, 404: notAtBaseUrl },
	};
	// A 401 to a large body may be lost if the service closes the connection before it has read everything.
	if (body.length > smallBodyBytes && requests.mayTokenHaveExpired()) await verifyToken(requests, account.profile);

	let upload = new UploadBody(body);
	const accepted: { status?: number } = {};
	const read = async (reply: Reply) => {
		const { status } = reply;
		accepted.status = status;
		if (upload.isHandedOver) return readAnswer(importRef, reply);
		// From a gateway: the exchange cannot have imported what it has not received.
		discard(reply.body);
		const why = `The response with status ${status} arrived before the whole shipment had been sent.`;
		throw doubtOf(importRef, { why, status });
	};
	try {
		return await requests.call(
			{
				...request,
				body: () => (upload = new UploadBody(body)),
				mayRepeat: ({ bodyNotSent, transient }) => bodyNotSent && transient,
			},
			read,
		);
	} catch (thrown) {
		if (thrown instanceof ImportOutcomeUnknown) throw thrown;
		const { begun, errorResponse } = upload;
		const named = errorResponse?.setIds ?? [];
		const isRefused = errorResponse !== null && clearRefusals.includes(errorResponse.status) && named.length === 0;
		if (isRefused && thrown instanceof ExplainedError) throw thrown.addAdvice('Nothing was imported.');
		if (!begun || isRefused) throw thrown;
		const { status = accepted.status, serviceMessage = null } = thrown instanceof ServiceError ? thrown : {};
		const why = `${whyNotKnown(thrown, accepted.status)}${aboutSets(named)}`;
		throw doubtOf(importRef, { why, status, serviceMessage, cause: thrown });
	}
}

async function readAnswer(importRef: string, reply: Reply): Promise<ImportReply> {
	const { status, request } = reply;
	const { secrets } = request;
	const text = await readText(reply);
	const read = readImportReply(text, reply.header('content-type'));
	const quote = serviceMessage(text, secrets) ?? sanitize(text, secrets);
	const what = read.sign === null ? 'does not name every set' : signs[read.sign];
	// The message has it then.
	const quoted = quote === null || read.sign === 'refusal' ? '' : ` (${quote})`;
	const doubt = doubtOf(importRef, {
		why: `The exchange answered with status ${status}, which means success, but the response ${what}${quoted}.${aboutSets(read.setIds)}`,
		quote: read.sign === 'refusal' ? quote : null,
		status,
		serviceMessage: quote,
	});
	return { ...read, status, doubt };
}

/** What a response of success is that may be a refusal; pages are from a login or a gateway. */
const signs = {
	page: 'is a web page: check the Import URL in the credential',
	unreadable: 'cannot be read',
	refusal: 'has fields that say otherwise',
	sentence: 'names sets in a sentence only',
};

/** No check can try an import. */
const notAccepted = {
	message: 'The exchange did not accept the shipment',
	advice:
		'Correct the values that the exchange names and import the shipment again. What it requires in every shipment can be entered as "shipmentFields" in the Exchange Profile of the credential.',
};

const statusMessages: StatusMessages = {
	400: notAccepted,
	404: {
		message: 'There is no shipment import at this address',
		advice: 'Check the Import URL in the credential. Leave out /api/v1 and what follows it.',
	},
	409: {
		message: 'The shipment conflicts with one that the exchange already has',
		advice:
			'It may have been imported before. Look for it in the exchange application. If it is there, there is nothing to do; another shipment needs another reference.',
	},
	413: {
		message: 'The shipment is too large for the exchange',
		advice: 'Attach fewer or smaller PDFs.',
	},
	422: notAccepted,
	429: {
		message: 'Too many requests to the exchange',
		advice: 'Import fewer shipments at a time, or try again later.',
	},
};

const notAtBaseUrl = {
	message: 'There is no shipment import at the Base URL',
	advice:
		'The credential has no Import URL, so the Base URL was used. This exchange may have another address for imports: ask its operator, and enter it as the Import URL.',
};

type Doubt = { why: string; quote?: string | null; status?: number | null | undefined; serviceMessage?: string | null };

function doubtOf(importRef: string, { why, quote = null, status = null, ...facts }: Doubt & { cause?: unknown }) {
	const message = `It is not known whether the shipment with import reference ${sanitize(importRef) ?? ''} was imported`;
	return new ImportOutcomeUnknown({
		...{ call, status, ...facts },
		message: quote === null ? message : `${message}: ${quote}`,
		description: `${why} The shipment was not sent again, so that it cannot be imported twice. Look for it in the inbox of the exchange application. If it is not there after 30 minutes, import it again.`,
	});
}

/** The connection broke, or the status does not say clearly that nothing was imported, or a response of success was cut off or is too large. */
function whyNotKnown(cause: unknown, acceptedStatus: number | undefined): string {
	const explained = cause instanceof ExplainedError ? cause : null;
	if (acceptedStatus !== undefined)
		return `${explained ? `${explained.message}. ` : ''}The exchange answered with status ${acceptedStatus}, which means success, but its response could not be read.`;
	if (cause instanceof ServiceError && (cause.status ?? 400) >= 400) return `${cause.message}.`;
	return explained ? `${explained.message}. ${explained.description}` : 'There was no complete response.';
}

function aboutSets(setIds: readonly string[]): string {
	return setIds.length === 0 ? '' : ` It names the set ID ${setIds.join(', ')}: a part of the shipment may be there.`;
}
