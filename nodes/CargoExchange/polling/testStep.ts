import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { undelivered } from '../amqp';
import { readMessage, type Message } from '../dispatch/message';
import { clientOf } from '../n8n/access';
import { manualStep } from '../trigger/testStep';
import type { SetRow } from '../schemas/search';
import { statusMessageOf } from '../schemas/setRow';
import { sampleSetId, statusEvents } from '../vocabulary';
import { explainLimit, latestChange } from './readChanges';
import { changeItem, type PollingSettings } from './settings';

type PollingTestContext = Pick<ITriggerFunctions, 'getCredentials' | 'emit' | 'getNode' | 'helpers'>;

const searchAtMostMs = 60_000;

/** The editor's test step: shows a made-up event, or the set that changed last. Neither is noted anywhere. */
export function pollingTestStep(context: PollingTestContext, settings: PollingSettings): ITriggerResponse {
	return manualStep(context, async (stopped) => {
		const { output, testWith } = settings;
		if (testWith === 'sampleEvent') return changeItem(messageOf(sampleRow(settings), 'UTC'), output);
		return changeItem(await latestMessage(context, settings, stopped), output);
	});
}

async function latestMessage(
	context: PollingTestContext,
	{ scope, wants }: PollingSettings,
	stopped: AbortSignal,
): Promise<Message> {
	const limit = AbortSignal.timeout(searchAtMostMs);
	const exchange = await clientOf(context, { signal: AbortSignal.any([stopped, limit]) });
	const { timezone } = exchange.profile;
	const wantsRow = (row: SetRow) => wants(statusMessageOf(row, timezone));
	try {
		return messageOf(await latestChange(exchange, scope, { wants: wantsRow, limit }), timezone);
	} catch (error) {
		throw explainLimit(error, limit, 'a minute');
	}
}

function messageOf(row: SetRow, timezone: string): Message {
	const reading = { ok: true as const, event: statusMessageOf(row, timezone) };
	return readMessage({ ...undelivered, body: Buffer.from(JSON.stringify(row)), reading });
}

/** A set with the status of the first chosen event, with the fields of a search result (docs/service.md 2.5). */
function sampleRow({ events }: PollingSettings): SetRow {
	const [event = 'issued'] = events;
	return {
		setId: sampleSetId,
		transactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
		parcelRef: 'SET-0101-1',
		shipmentRef: 'SHP-2026-0101',
		status: event === 'other' ? 'corrected' : statusEvents[event].status.toLowerCase(),
		destinationName: 'Felixstowe',
		destinationCountry: 'United Kingdom',
		cargoName: 'Green coffee',
		modifiedDate: '12 May 2022 10:20',
		fromParty: null,
		fromPartyId: null,
		documents: [],
		billOfLadingDate: '2022-05-10',
		signature: '1 of 2',
		quantity: '19,200.000 KGM',
		consignorCompanyName: 'Alta Mira Coffee',
		consigneeCompanyName: 'Nordhavn Trading',
		loadPort: 'Santos',
		vesselName: null,
		sample: true,
	};
}
