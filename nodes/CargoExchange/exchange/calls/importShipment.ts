import { ImportOutcomeUnknown, InvalidInput, ServiceError, UnexpectedResponse } from '../../errors';
import { isPage, sanitize, serviceMessage } from '../../schemas/errorMessage';
import { denialIn, type ImportReply, readImportReply } from '../../schemas/importReply';
import { type Account, cookieHeader, hasImportUrl } from '../auth/credential';
import { readText } from '../http/response';
import type { StatusMessages } from '../http/statusErrors';
import { type BodySource, UploadBody } from '../http/uploadBody';
import type { AuthenticatedRequests, Success } from './authenticatedRequest';
import { proveToken } from './search';

const path = '/api/v1/shipments';
const call = `POST ${path}`;

/** A body that goes out at once, before an answer could come: no need to prove the token first. */
const smallBodyBytes = 64 * 1024;

/** After one of these, arrived whole, nothing was imported. */
const clearRefusals = [400, 401, 403, 404, 405, 413, 415, 422, 429];

/**
 * Imports a shipment (docs/service.md 4.5). Nobody knows what a second import with the same reference does, so it is sent again
 * only after a complete 401, or when its body was never opened. Throws ImportOutcomeUnknown for whatever goes wrong once the
 * body was opened, except a complete clear refusal, a source that breaks off, and cancellation.
 */
export async function importShipment(
	requests: AuthenticatedRequests,
	account: Account,
	{ importRef, body }: { importRef: string; body: BodySource },
): Promise<ImportReply> {
	const request = {
		method: 'POST' as const,
		field: 'importUrl' as const,
		path,
		query: { importRef: checkedImportRef(importRef) },
		headers: {
			...cookieHeader(account),
			accept: 'application/json, */*;q=0.5',
			'content-type': 'application/json',
			'content-length': String(body.length),
		},
		statusMessages: hasImportUrl(account) ? statusMessages : { ...statusMessages, 404: notAtBaseUrl },
	};
	// An answer of 401 to a large body may be lost when the service closes before it has read everything.
	if (body.length > smallBodyBytes && requests.isTokenInDoubt()) await proveToken(requests);

	let upload = new UploadBody(body);
	const accepted: { status?: number } = {};
	const read = async ({ reply, secrets }: Success) => {
		accepted.status = reply.status;
		return readAnswer(importRef, { status: reply.status, text: await readText(reply), secrets });
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
		if (thrown instanceof ImportOutcomeUnknown || requests.isCancelled()) throw thrown;
		const { opened, fault, completeErrorStatus } = upload;
		const isRefused = completeErrorStatus !== null && clearRefusals.includes(completeErrorStatus);
		if (!opened || fault || isRefused) throw thrown;
		throw accepted.status === undefined
			? outcomeUnknown(importRef, thrown)
			: acceptedUnread(importRef, { status: accepted.status, cause: thrown });
	}
}

/** Takes any text for a confirmation (its shape is not specified), but not a page, nor a denial. */
function readAnswer(
	importRef: string,
	{ status, text, secrets }: { status: number; text: string; secrets: readonly string[] },
): ImportReply {
	if (isPage(text)) throw answeredByPage(importRef, serviceMessage(text, secrets));
	const denial = denialIn(text, secrets);
	if (denial !== null) throw contradicted(importRef, status, denial);
	return readImportReply(status, text);
}

function checkedImportRef(importRef: unknown): string {
	const invalid = (message: string) =>
		new InvalidInput({
			field: 'importRef',
			message,
			description:
				'Nothing was sent. Give each shipment a reference of one line that you can find it by in the exchange.',
		});
	if (typeof importRef !== 'string' || importRef.trim() === '') throw invalid('The import reference is missing');
	if (/[\p{Cc}\p{Cs}]/u.test(importRef))
		throw invalid('The import reference contains a line break or a control character');
	return importRef;
}

const statusMessages: StatusMessages = {
	400: {
		message: 'The exchange did not accept the shipment',
		advice: 'Nothing was imported. Correct what it names and import again.',
	},
	404: {
		message: 'There is no shipment import at this address',
		advice: 'Check the Import URL in the credential: it ends before /api/v1.',
	},
	409: {
		message: 'The exchange finds that the shipment clashes with one that it has',
		advice: 'It may have been imported before.',
	},
	413: {
		message: 'The shipment is too large for the exchange',
		advice: 'Nothing was imported. Attach fewer or smaller PDFs.',
	},
	422: {
		message: 'The exchange did not accept the shipment',
		advice: 'Nothing was imported. Correct what it names and import again.',
	},
	429: {
		message: 'The exchange asks for fewer calls',
		advice: 'Nothing was imported. Import less at once, or again later.',
	},
};

const notAtBaseUrl = {
	message: 'There is no shipment import at the Base URL',
	advice:
		'The credential gives no Import URL, so the Base URL was used. This exchange may have another address for imports: ask its operator, and enter it as Import URL.',
};

/** There is no call that asks for an import reference (docs/service.md 4.5). */
const howToCheck =
	'Look for it in the inbox of the exchange application, or search for its shipment reference. Import it again only if it is not there.';

function outcomeUnknown(importRef: string, cause: unknown): ImportOutcomeUnknown {
	const known = cause instanceof ServiceError ? cause : null;
	const status = known?.status ?? null;
	const why =
		known === null
			? 'Its answer could not be read.'
			: status !== null && status < 400
				? `${known.message}. ${known.description}`
				: `${known.message}.`;
	return new ImportOutcomeUnknown({
		call,
		status,
		serviceMessage: known?.serviceMessage ?? null,
		message: notKnown(importRef),
		description: `${why} It was not sent again, so that it cannot be imported twice. ${howToCheck}`,
		cause,
	});
}

function notKnown(importRef: string): string {
	return `It is not known whether the shipment with import reference ${sanitize(importRef) ?? ''} was imported`;
}

/** A page comes from a log-in or gateway in between. */
function answeredByPage(importRef: string, title: string | null): ImportOutcomeUnknown {
	return new ImportOutcomeUnknown({
		call,
		message: notKnown(importRef),
		description: `A web page came instead of an answer${title === null ? '' : ` (${title})`}. Check the Import URL in the credential. ${howToCheck}`,
	});
}

/** A success whose body says something else, such as an envelope with a code of its own (docs/service.md 2.4, 7). */
function contradicted(importRef: string, status: number, denial: string): ImportOutcomeUnknown {
	return new ImportOutcomeUnknown({
		call,
		status,
		serviceMessage: denial,
		message: `${notKnown(importRef)}: ${denial}`,
		description: `The exchange answered ${status}, which means success, but its answer says otherwise. It was not sent again, so that it cannot be imported twice. ${howToCheck}`,
	});
}

function acceptedUnread(
	importRef: string,
	{ status, cause }: { status: number; cause: unknown },
): ImportOutcomeUnknown {
	const why = cause instanceof ServiceError || cause instanceof UnexpectedResponse ? `${cause.message}. ` : '';
	return new ImportOutcomeUnknown({
		call,
		status,
		message: `The exchange took the shipment with import reference ${sanitize(importRef) ?? ''}, but its answer could not be read`,
		description: `${why}The set IDs are therefore missing. It was not sent again, so that it cannot be imported twice. ${howToCheck}`,
		cause,
	});
}
