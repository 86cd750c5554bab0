import { isPage, ownWords, quote } from '../wire/problem';
import { type ImportReply, readImportReply } from '../wire/shipment';
import { type Account, cookieHeader } from './account';
import type { Caller } from './calls';
import { InputRefused, ServiceProblem, UnexpectedReply } from './errors';
import { readText } from './reading';
import type { StatusWords } from './refusals';
import { type FreshBody, Upload } from './upload';

const path = '/api/v1/shipments';

/**
 * Imports a shipment (specification 4.5). Nobody knows what a second import with the same reference does, so it is sent
 * again only when the first one surely was not taken: answered 401, or never left this machine. When its outcome is
 * unknown, the ServiceProblem says so and how to check.
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
			async ({ reply }) => {
				outcome.accepted = true;
				const answer = await readText(reply);
				if (isPage(answer)) throw answeredByPage(importRef, ownWords(answer));
				return readImportReply(reply.status, answer);
			},
		);
	} catch (thrown) {
		if (!(thrown instanceof ServiceProblem) || !thrown.call.endsWith(path)) throw thrown;
		if (outcome.accepted) throw acceptedUnread(importRef, thrown);
		const inDoubt = sent.begun && (thrown.status === null || thrown.status >= 500);
		throw inDoubt ? outcomeUnknown(importRef, thrown) : thrown;
	}
}

function checkedImportRef(importRef: unknown): string {
	const refuse = (message: string) =>
		new InputRefused({
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
	413: {
		message: 'The shipment is too large for the exchange',
		advice: 'Nothing was imported. Attach fewer or smaller PDFs.',
	},
};

/** How to find out: there is no call that asks for an import reference (specification 4.5). */
const howToCheck =
	'Look for it in the inbox of the exchange application, or search for its shipment reference. Import it again only if it is not there.';

function outcomeUnknown(importRef: string, cause: ServiceProblem): ServiceProblem {
	const shown = quote(importRef) ?? '';
	return new ServiceProblem({
		call: cause.call,
		status: cause.status,
		ownWords: cause.ownWords,
		message: `It is not known whether the shipment with import reference ${shown} was imported`,
		description: `${cause.message}. It was not sent again, so that it cannot be imported twice. ${howToCheck}`,
		cause,
	});
}

/** Any text may confirm an import (its shape is not specified), but a page comes from a log-in or gateway in between. */
function answeredByPage(importRef: string, title: string | null): UnexpectedReply {
	return new UnexpectedReply({
		call: `POST ${path}`,
		field: 'body',
		message: `It is not known whether the shipment with import reference ${quote(importRef) ?? ''} was imported`,
		description: `A web page came instead of an answer${title === null ? '' : ` (${title})`}. Check the Import URL in the credential. ${howToCheck}`,
	});
}

function acceptedUnread(importRef: string, cause: ServiceProblem): ServiceProblem {
	const shown = quote(importRef) ?? '';
	return new ServiceProblem({
		call: cause.call,
		status: cause.status,
		message: `The exchange took the shipment with import reference ${shown}, but its answer did not arrive whole`,
		description: `${cause.message}. The set ids are missing therefore. ${howToCheck}`,
		cause,
	});
}
