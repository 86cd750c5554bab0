import { createMetRows } from '../../nodes/CargoExchange/exchange/metRows';

const uuid = (number: number) => `0b9f1c52-6a3e-4d0f-8f57-${number.toString(16).padStart(12, '0')}`;

describe('the rows that a search has met', () => {
	it('are known again, however many there are, and none is taken for another', () => {
		const met = createMetRows();
		const rows = Array.from({ length: 20_000 }, (_, number) => ({
			setId: uuid(number % 10_000),
			transactionId: uuid(number < 10_000 ? 1 : 2),
		}));
		expect(rows.filter((row) => met.isMet(row))).toHaveLength(0);
		expect(rows.filter((row) => !met.isMet({ ...row }))).toHaveLength(0);
	});

	it('differ when set and transaction are exchanged', () => {
		const met = createMetRows();
		expect(met.isMet({ setId: uuid(1), transactionId: uuid(2) })).toBe(false);
		expect(met.isMet({ setId: uuid(2), transactionId: uuid(1) })).toBe(false);
	});

	it('are known whatever their ids look like, and only by their very letters', () => {
		const whole = 'abcdef01-abcd-abcd-abcd-abcdefabcdef';
		const ids = [
			...Array.from(whole, (_, at) => `${whole.slice(0, at)}${whole[at] === '-' ? '0' : '9'}${whole.slice(at + 1)}`),
			...['A', 'g', '-', '/', ':', '@', 'G', '`', '\u0000', '\u0130', '\u0430', '提'].flatMap((odd) =>
				Array.from(whole, (_, at) => `${whole.slice(0, at)}${odd}${whole.slice(at + 1)}`).filter((id) => id !== whole),
			),
			...[whole, whole.toUpperCase(), whole.replaceAll('-', ''), `{${whole}}`, '', 'MOL-2022-0001', `${whole} `],
			...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
		];
		const unlike = [...new Set(ids)];
		const rows = unlike.flatMap((setId) => [
			{ setId },
			{ setId, transactionId: whole },
			{ setId: whole, transactionId: setId },
		]);
		const key = (row: { setId: string; transactionId?: string }) =>
			JSON.stringify([row.setId, row.transactionId ?? '']);
		const met = createMetRows();
		const known = new Set<string>();
		for (const row of [...rows, ...rows]) {
			expect([row, met.isMet(row)]).toEqual([row, known.has(key(row))]);
			known.add(key(row));
		}
	});

	it('without a transaction are one row, whether it is missing or null', () => {
		const met = createMetRows();
		expect(met.isMet({ setId: uuid(1) })).toBe(false);
		expect(met.isMet({ setId: uuid(1), transactionId: null })).toBe(true);
	});
});
