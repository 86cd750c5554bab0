import { ExplainedError, ImportOutcomeUnknown, ServiceError, UnexpectedResponse } from '../../errors';
import { sanitize } from '../../schemas/errorMessage';
import { type ImportReply, readImportReply } from '../../schemas/importReply';
import { secretMask } from '../../schemas/secrets';
import { type Account, cookieHeader, hasImportUrl } from '../auth/credential';
import { readText } from '../http/response';
import { type ImportBody, type StatusMessages, UploadBody } from '../http/request';
import type { Reply } from '../http/send';
import type { AuthenticatedRequests } from './authenticatedRequest';
import { verifyToken } from './search';

const path = '/api/v1/shipments';
const call = `POST ${path}`;

/** A body up to this size is sent before a response can arrive, so that its 401 is never lost. */
const smallBodyBytes = 64 * 1024;

/** After a complete response with one of these statuses that names no set, nothing was imported. */
const clearRefusals = [400, 401, 403, 404, 405, 413, 415, 422, 429];

/**
 * Imports a shipment (docs/service.md 4.5). The effect of a second import with the same reference is unknown, so it is sent
 * again only after a complete 401, or if nothing of its body was sent. Once a part was sent, anything that ends an import is an
 * ImportOutcomeUnknown, also a cancellation or a file that cannot be read on, except a complete response with one of `clearRefusals` that
 * names no set. After any other error, nothing was imported.
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
		statusMessages: hasImportUrl(account) ? statusMessages : { ...statusMessages, 404: notAtBaseUrl },
	};
	// A 401 to a large body may be lost if the service closes the connection before it has read everything.
	if (body.length > smallBodyBytes && requests.mayTokenHaveExpired()) await verifyToken(requests);

	let upload = new UploadBody(body);
	const accepted: { status?: number } = {};
	const read = async (reply: Reply) => {
		accepted.status = reply.status;
		// From a gateway: the exchange cannot have imported what it has not received.
		if (!upload.isHandedOver) throw answerTooEarly(importRef, reply.status);
		return readAnswer(importRef, reply);
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
		if (!begun || isRefused) throw thrown;
		throw accepted.status === undefined
			? withoutAnswer(importRef, thrown, named)
			: answerUnread(importRef, accepted.status, thrown);
	}
}

async function readAnswer(importRef: string, reply: Reply): Promise<ImportReply> {
	const { status, request } = reply;
	const [contentType, location] = [reply.header('content-type'), reply.header('location')];
	const answer = readImportReply({ status, text: await readText(reply), contentType, location }, request.secrets);
	if (!('why' in answer)) return { ...answer, response: secretMask(request.secrets)(answer.response) };
	const { why, quote, setIds } = answer;
	if (why === 'refusal') {
		throw unknownOutcome({
			message: quote === null ? notKnown(importRef) : `${notKnown(importRef)}: ${quote}`,
			why: `The exchange answered with status ${status}, which means success, but the text of its response says otherwise.${aboutSets(setIds)}`,
			status,
			serviceMessage: quote,
		});
	}
	// From a login page or a gateway.
	const what = {
		page: 'a web page instead of a response',
		xml: 'XML in which nothing says that the shipment was imported',
		brokenJson: 'JSON that is incomplete or cannot be read',
	}[why];
	const quoted = quote === null ? '' : ` (${quote})`;
	throw unknownOutcome({
		message: notKnown(importRef),
		why: `The exchange sent ${what}${quoted}. Check the Import URL in the credential.`,
	});
}

const statusMessages: StatusMessages = {
	400: {
		message: 'The exchange did not accept the shipment',
		advice: 'Nothing was imported. Correct the values that the exchange names and import the shipment again.',
	},
	404: {
		message: 'There is no shipment import at this address',
		advice: 'Check the Import URL in the credential. Leave out /api/v1 and what follows it.',
	},
	409: {
		message: 'The shipment conflicts with one that the exchange already has',
		advice: 'It may have been imported before. Look for it in the exchange application.',
	},
	413: {
		message: 'The shipment is too large for the exchange',
		advice: 'Nothing was imported. Attach fewer or smaller PDFs.',
	},
	422: {
		message: 'The exchange did not accept the shipment',
		advice: 'Nothing was imported. Correct the values that the exchange names and import the shipment again.',
	},
	429: {
		message: 'Too many requests to the exchange',
		advice: 'Nothing was imported. Import fewer shipments at a time, or try again later.',
	},
};

const notAtBaseUrl = {
	message: 'There is no shipment import at the Base URL',
	advice:
		'The credential has no Import URL, so the Base URL was used. This exchange may have another address for imports: ask its operator, and enter it as the Import URL.',
};

/** No call of the service finds a shipment by its import reference (docs/service.md 4.5). */
const howToCheck =
	'Look for it in the inbox of the exchange application, or search for its shipment reference. Import it again only if it is not there.';

function notKnown(importRef: string): string {
	return `It is not known whether the shipment with import reference ${sanitize(importRef) ?? ''} was imported`;
}

type Outcome = {
	message: string;
	why: string;
	status?: number | null;
	serviceMessage?: string | null;
	cause?: unknown;
};

function unknownOutcome({ message, why, status = null, serviceMessage = null, cause }: Outcome): ImportOutcomeUnknown {
	return new ImportOutcomeUnknown({
		call,
		status,
		serviceMessage,
		message,
		description: `${why} The shipment was not sent again, so that it cannot be imported twice. ${howToCheck}`,
		cause,
	});
}

function aboutSets(setIds: readonly string[]): string {
	return setIds.length === 0 ? '' : ` It names the set ID ${setIds.join(', ')}: a part of the shipment may be there.`;
}

/** The connection broke, or the status does not say clearly that nothing was imported. */
function withoutAnswer(importRef: string, cause: unknown, setIds: readonly string[]): ImportOutcomeUnknown {
	const message = notKnown(importRef);
	if (!(cause instanceof ServiceError)) {
		const why =
			cause instanceof ExplainedError ? `${cause.message}. ${cause.description}` : 'There was no complete response.';
		return unknownOutcome({ message, why, cause });
	}
	const { status, serviceMessage } = cause;
	const advice = status !== null && status < 400 ? ` ${cause.description}` : '';
	return unknownOutcome({
		message,
		why: `${cause.message}.${advice}${aboutSets(setIds)}`,
		status,
		serviceMessage,
		cause,
	});
}

function answerTooEarly(importRef: string, status: number): ImportOutcomeUnknown {
	return unknownOutcome({
		message: notKnown(importRef),
		why: `The response with status ${status} arrived before the whole shipment had been sent.`,
		status,
	});
}

/** The exchange reported success, but its response was cut off or is too large. */
function answerUnread(importRef: string, status: number, cause: unknown): ImportOutcomeUnknown {
	const why = cause instanceof ServiceError || cause instanceof UnexpectedResponse ? `${cause.message}. ` : '';
	return unknownOutcome({
		message: notKnown(importRef),
		why: `${why}The exchange answered with status ${status}, which means success, but its response could not be read.`,
		status,
		cause,
	});
}
