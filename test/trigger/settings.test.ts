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
			runTimeoutMs: 60 * 60_000,
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

it('has the same default for every option in the form and in the code', () => {
	const options = fields.find(({ name }) => name === 'options')?.options ?? [];
	const shown = Object.fromEntries(
		options.map((option) => [option.name, 'default' in option ? option.default : undefined]),
	);
	expect(read({ queue: 'q', events, options: shown })).toEqual(read({ queue: 'q', events }));
	expect(fields.find(({ name }) => name === 'events')?.default).toEqual(events);
});

it.each([[['a', 'b']], ['a, b'], ['a;b'], [' a\n b ']])('takes customers and sets as a list or as text: %j', (ids) => {
	const { filters } = read({ queue: 'q', events, filters: { customerIds: ids, setIds: ids } });
	expect([filters.customerIds, filters.setIds]).toEqual([
		['a', 'b'],
		['a', 'b'],
	]);
});

it('takes comma-separated parcel references, and keeps the blanks in them', () => {
	const { filters } = read({
		queue: 'q',
		events,
		filters: { parcelRef: ' HAM 2022*, BRE-1 ,', instance: 'exchange, Exchange Two' },
	});
	expect(filters.parcelRef).toEqual(['HAM 2022*', 'BRE-1']);
	expect(filters.instance).toEqual(['exchange', 'Exchange Two']);
});

it('takes empty filters as none', () => {
	const { filters } = read({
		queue: 'q',
		events,
		filters: { customerIds: '', setIds: [], instance: ' ', parcelRef: '' },
	});
	expect(filters).toEqual({ events, ...noFilters });
});

it('takes events as comma-separated text, as an expression may give them', () => {
	expect(read({ queue: 'q', events: 'issued, signed' }).filters.events).toEqual(['issued', 'signed']);
});

it.each([[null], [''], [[]]])('takes an empty number %j for its default, not for 0', (empty) => {
	const names = [
		'parallel',
		'batchSize',
		'batchWaitMs',
		'retries',
		'retryDelaySeconds',
		'runTimeoutMinutes',
		'maxAgeHours',
	];
	const options = Object.fromEntries(names.map((name) => [name, empty]));
	expect(read({ queue: 'q', events, options })).toEqual(read({ queue: 'q', events }));
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
	['an empty queue', { queue: ' ', events }, 'Queue'],
	['no event', { queue: 'q', events: [] }, 'Events'],
	['empty events', { queue: 'q', events: [''] }, 'Events'],
	['too many parallel runs', { queue: 'q', events, options: { parallel: 101 } }, 'Parallel Runs'],
	[
		'a time limit of more than a day',
		{ queue: 'q', events, options: { runTimeoutMinutes: 1441 } },
		'Run Timeout (Minutes)',
	],
	['an event that there is not', { queue: 'q', events: ['lost'] }, 'Events'],
	['an output that there is not', { queue: 'q', events, options: { output: 'pretty' } }, 'Output'],
	['text for a number', { queue: 'q', events, options: { retries: 'many' } }, 'Retries'],
])('refuses %s and names the parameter', (_case, parameters, name) => {
	expect(() => read(parameters)).toThrow(InvalidInput);
	expect(() => read(parameters)).toThrow(`${name}: must `);
});
