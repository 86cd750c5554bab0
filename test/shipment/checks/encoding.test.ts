import { issuesIn } from '../../helpers/checks';

function advice(name: string): string[] {
	return issuesIn({ sets: [{ shipper: { name } }] }, '2025-04-10').map((issue) => issue.advice);
}

describe('a text that is UTF-8, read as Windows-1252', () => {
	it.each([
		['MÃ¼ller GmbH', 'Müller GmbH'],
		['KÃ¶ln â€“ GroÃŸ', 'Köln – Groß'],
		['500 â‚¬', '500 €'],
		['SÃ£o JosÃ© dos Campos', 'São José dos Campos'],
		['å®æ³¢', '宁波'],
		['Ã\u0085rhus', 'Århus'],
		['Ã…rhus', 'Århus'],
	])('is a warning that says what it means: %s', (name, meant) => {
		const text = name === 'å®æ³¢' ? new TextDecoder('windows-1252').decode(new TextEncoder().encode(meant)) : name;
		expect(advice(text)).toEqual([expect.stringContaining(`"${meant}"`)]);
	});

	it.each([
		'Müller GmbH',
		'São José',
		'SÃO PAULO',
		'Société Générale',
		'宁波港',
		'Łódź',
		'Ñandú',
		'Ø 12 mm',
		'Côte d’Ivoire',
		'CAFÉ «LÀ»',
	])('is not seen in a text as it was written: %s', (name) => {
		expect(advice(name)).toEqual([]);
	});
});
