import { RecentImports } from '../../../nodes/CargoExchange/operations/shipment/importLog';

const hourMs = 60 * 60_000;

describe('what this process imported', () => {
	it('is remembered for a day, whatever the case of the reference', () => {
		let nowMs = 0;
		const recent = new RecentImports(() => nowMs);
		recent.add('account', 'SHP-1', ['set']);
		nowMs = 24 * hourMs;
		expect(recent.find('account', ' shp-1 ')).toEqual({ setIds: ['set'], ageMs: 24 * hourMs });
		nowMs += 1;
		expect(recent.find('account', 'SHP-1')).toBeUndefined();
	});

	it('is remembered for the account that imported it alone', () => {
		const recent = new RecentImports();
		recent.add('account', 'SHP-1', ['set']);
		expect(recent.find('other', 'SHP-1')).toBeUndefined();
	});

	it('is bounded: of too many, those that were imported first are forgotten', () => {
		const recent = new RecentImports(() => 0, 2);
		for (const reference of ['A', 'B', 'A', 'C']) recent.add('account', reference, null);
		expect(['A', 'B', 'C'].map((reference) => recent.find('account', reference)?.setIds)).toEqual([
			null,
			undefined,
			null,
		]);
	});
});
