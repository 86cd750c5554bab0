import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { InvalidInput } from '../../nodes/CargoExchange/errors';
import { propertiesOf } from '../../nodes/CargoExchange/n8n/parameterTable';
import { parameters } from '../../nodes/CargoExchange/trigger/parameters';
import { readSettings } from '../../nodes/CargoExchange/trigger/settings';

function read(parameters: IDataObject) {
	return readSettings({
		getNodeParameter: (name: string, fallback?: NodeParameterValueType) => parameters[name] ?? fallback ?? null,
	});
}

const fields = propertiesOf(parameters);
const noFilters = Object.fromEntries(
	(fields.find(({ name }) => name === 'filters')?.options ?? []).map(({ name }) => [name, []]),
);
const events = ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'];

it('completes what was not filled in with the values that the form shows', () => {
	expect(read({ queue: ' parcels ', events })).toEqual({
		queue: 'parcels',
		filters: { events, ...noFilters },
		options: {
			acknowledge: 'onSuccess',
			parallel: 5,
			keepOrderPerSet: true,
			batchSize: 1,
			batchWaitMs: 1_000,
			retries: 10,
			retryDelayMs: 30_000,
			freeSlotAfterMs: 60 * 60_000,
			pauseOnFailures: true,
			skipDuplicates: true,
			unreadable: 'saveAsFailedExecution',
		},
		maxAgeMs: Infinity,
		messageProperties: false,
		output: 'simplified',
		testWith: 'nextMessage',
	});
});

it('counts the age of events in hours', () => {
	expect(read({ queue: 'q', events, options: { maxAgeHours: 2 } }).maxAgeMs).toBe(2 * 60 * 60_000);
});

it('takes Any for every event, also together with others', () => {
	const { filters } = read({ queue: 'q', events: ['any'] });
	expect(filters.events).toEqual([...events, 'other']);
	expect(read({ queue: 'q', events: ['issued', 'any'] }).filters.events).toEqual(
		expect.arrayContaining(filters.events),
	);
});

it.each<[string, IDataObject, string]>([
	['no event', { queue: 'q', events: [''] }, 'Events'],
	['too many parallel runs', { queue: 'q', events, options: { parallel: 101 } }, 'Parallel Executions'],
])('refuses %s and names the parameter', (_case, parameters, name) => {
	expect(() => read(parameters)).toThrow(InvalidInput);
	expect(() => read(parameters)).toThrow(`${name}: must `);
});
