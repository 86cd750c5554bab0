import { ImportRegister } from '../../../nodes/CargoExchange/operations/shipment/importRegister';
import { FakeClock } from '../../dispatch/fakeClock';

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);

describe('the imports of a process', () => {
	let clock: FakeClock;
	let register: ImportRegister;
	const stateOf = (key: string) => register.find(key)?.state ?? null;

	beforeEach(() => {
		clock = new FakeClock();
		register = new ImportRegister(() => clock.now(), 2);
	});

	it('are remembered for a day', async () => {
		register.enter('A')({ setIds: ['set'], bills: 1 });
		await clock.advance(hours(24));
		expect(register.find('A')).toEqual({ state: 'imported', setIds: ['set'], bills: 1 });
		await clock.advance(1);
		expect(stateOf('A')).toBeNull();
	});

	it('are not known for 30 minutes after their end, unless a search shows them', async () => {
		const end = register.enter('A');
		await clock.advance(minutes(5));
		end('notKnown');
		await clock.advance(minutes(30) - 1);
		expect(register.find('A')).toEqual({ state: 'notKnown', agoMs: minutes(30) - 1 });
		await clock.advance(1);
		expect(stateOf('A')).toBeNull();
		register.enter('A')('notKnown');
		register.confirm('A', ['set']);
		await clock.advance(hours(23));
		expect(register.find('A')).toEqual({ state: 'imported', setIds: ['set'], bills: 1 });
	});

	it('are not made known by a search for something that was not sent here', () => {
		register.confirm('A', ['set']);
		expect(stateOf('A')).toBeNull();
	});

	it('may be sent several times at once, by "Import Anyway": what is certain counts', () => {
		const [first, second, third] = [register.enter('A'), register.enter('A'), register.enter('A')];
		first('nothing');
		expect(stateOf('A')).toBe('sending');
		second({ setIds: ['set'], bills: 1 });
		expect(stateOf('A')).toBe('imported');
		third('notKnown');
		expect(stateOf('A')).toBe('imported');
		register.enter('A')({ setIds: ['other'], bills: 1 });
		expect(register.find('A')).toMatchObject({ setIds: ['set', 'other'], bills: 2 });
	});

	it('are bounded: those that ended first are forgotten', () => {
		for (const key of ['A', 'B', 'A', 'C']) register.enter(key)({ setIds: [], bills: 1 });
		expect(['A', 'B', 'C'].map(stateOf)).toEqual(['imported', null, 'imported']);
	});

	it('are never forgotten while they are sent or in doubt', async () => {
		register.enter('sending');
		register.enter('doubtful')('notKnown');
		for (const key of ['A', 'B', 'C']) register.enter(key)({ setIds: [], bills: 1 });
		expect(['sending', 'doubtful', 'A', 'B', 'C'].map(stateOf)).toEqual(['sending', 'notKnown', null, null, null]);
		await clock.advance(minutes(30));
		for (const key of ['D', 'E']) register.enter(key)({ setIds: [], bills: 1 });
		expect(['sending', 'doubtful', 'D', 'E'].map(stateOf)).toEqual(['sending', null, null, 'imported']);
	});
});
