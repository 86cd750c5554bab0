import { isPage, serviceMessage, quote } from '../../schemas/errorMessage';
import { denialIn, type ImportReply, readImportReply } from '../../schemas/importReply';
import { type Account, cookieHeader } from '../auth/credential';
import type { Caller } from './authenticatedRequest';
import { ImportOutcomeUnknown, InvalidInput, ServiceError } from '../../errors';
import { readText } from '../http/response';
import type { StatusWords } from '../http/statusErrors';
import { type FreshBody, Upload } from '../http/uploadBody';

const path = '/api/v1/shipments';

/**
 * Imports a shipment (specification 4.5). Nobody knows what a second import with the same reference does, so it is sent
 * again only when the first one surely was not taken: answered 401, or never left this machine. When its outcome is
 * unknown, the ServiceError says so and how to check.
 */
export async function importShipment(
	caller: Caller,
	account: Account,
	{ importRef, body }: { importRef: string; body: FreshBody },
): Promise<ImportReply> {
	const call = {
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
		statusWords,
	};
	let sent = new Upload(body);
	const outcome = { accepted: false };
	try {
		return await caller.call(
			{
				...call,
				body: () => (sent = new Upload(body)),
				mayRepeat: ({ nothingSent, passing }) => nothingSent && passing,
			},
			async ({ reply, secrets }) => {
				outcome.accepted = true;
				const answer = await readText(reply);
				if (isPage(answer)) throw answeredByPage(importRef, serviceMessage(answer));
				const denial = denialIn(answer, secrets);
				if (denial !== null) throw contradicted(importRef, reply.status, denial);
				return readImportReply(reply.status, answer);
			},
		);
	} catch (thrown) {
		const isOther = !(thrown instanceof ServiceError) || !thrown.call.endsWith(path);
		if (isOther || thrown instanceof ImportOutcomeUnknown) throw thrown;
		if (outcome.accepted) throw acceptedUnread(importRef, thrown);
		const inDoubt = sent.begun && (thrown.status === null || thrown.status >= 500 || sendsElsewhere(thrown.status));
		throw inDoubt ? outcomeUnknown(importRef, thrown) : thrown;
	}
}

function checkedImportRef(importRef: unknown): string {
	const refuse = (message: string) =>
		new InvalidInput({
			field: 'importRef',
			message,
			description:
				'Nothing was sent. Give each shipment a reference of one line that you can find it by in the exchange.',
		});
	if (typeof importRef !== 'string' || importRef.trim() === '') throw refuse('The import reference is missing');
	if (/[\p{Cc}\p{Cs}]/u.test(importRef))
		throw refuse('The import reference contains a line break or a control character');
	return importRef;
}

const statusWords: StatusWords = {
	400: {
		message: 'The exchange did not accept the shipment',
		advice: 'Nothing was imported. Correct what it names and import again.',
	},
	404: {
		message: 'There is no shipment import at this address',
		advice: 'Check the Import URL in the credential: it ends before /api/v1.',
	},
	409: {
		message: 'The exchange finds that the shipment clashes with what it has',
		advice: 'It may have been imported before: look for it in the inbox of the exchange application.',
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

/** How to find out: there is no call that asks for an import reference (specification 4.5). */
const howToCheck =
	'Look for it in the inbox of the exchange application, or search for its shipment reference. Import it again only if it is not there.';

/** A service that is done may point to what it made, as a log-in page points to itself (RFC 9110, 15.4). */
const sendsElsewhere = (status: number) => status >= 301 && status <= 303;

function outcomeUnknown(importRef: string, cause: ServiceError): ImportOutcomeUnknown {
	const why = cause.status !== null && sendsElsewhere(cause.status) ? `. ${cause.description}` : '.';
	return new ImportOutcomeUnknown({
		call: cause.call,
		status: cause.status,
		serviceMessage: cause.serviceMessage,
		message: notKnown(importRef),
		description: `${cause.message}${why} It was not sent again, so that it cannot be imported twice. ${howToCheck}`,
		cause,
	});
}

function notKnown(importRef: string): string {
	return `It is not known whether the shipment with import reference ${quote(importRef) ?? ''} was imported`;
}

/** Any text may confirm an import (its shape is not specified), but a page comes from a log-in or gateway in between. */
function answeredByPage(importRef: string, title: string | null): ImportOutcomeUnknown {
	return new ImportOutcomeUnknown({
		call: `POST ${path}`,
		message: notKnown(importRef),
		description: `A web page came instead of an answer${title === null ? '' : ` (${title})`}. Check the Import URL in the credential. ${howToCheck}`,
	});
}

/** A success whose body tells of something else, such as an envelope with a code of its own (specification 2.4, 7). */
function contradicted(importRef: string, status: number, denial: string): ImportOutcomeUnknown {
	return new ImportOutcomeUnknown({
		call: `POST ${path}`,
		status,
		serviceMessage: denial,
		message: `${notKnown(importRef)}: ${denial}`,
		description: `The exchange answered ${status}, which means success, but its answer tells of something that went wrong. It was not sent again, so that it cannot be imported twice. ${howToCheck}`,
	});
}

function acceptedUnread(importRef: string, cause: ServiceError): ImportOutcomeUnknown {
	const shown = quote(importRef) ?? '';
	return new ImportOutcomeUnknown({
		call: cause.call,
		status: cause.status,
		message: `The exchange took the shipment with import reference ${shown}, but its answer did not arrive whole`,
		description: `${cause.message}. The set ids are missing therefore. ${howToCheck}`,
		cause,
	});
}
