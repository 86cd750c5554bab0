import type { INodeProperties } from 'n8n-workflow';
import { formProperties } from '../../../nodes/CargoExchange/shipment/form/properties';
import { formsIn } from '../../helpers/forms';

const properties: INodeProperties[] = Object.values(formProperties());

const forms = formsIn(properties);
const all = forms.flat();

function property(name: string): INodeProperties {
	const found = all.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`No property ${name}`);
	return found;
}

describe('formProperties', () => {
	it('has a bill of lading open that can be filled in at once', () => {
		const sets = properties.find(({ name }) => name === 'formSets');
		expect(sets?.default).toEqual({ entry: [{}] });
		const [entry] = sets?.options ?? [];
		const labels = entry && 'values' in entry ? entry.values.map(({ displayName }) => displayName) : [];
		expect(labels).toEqual([
			...['B/L Number', 'B/L Date', 'Port of Loading', 'Port of Discharge', 'Carrier Name'],
			...['Shipper Customer ID', 'Shipper Name', 'Shipper Address'],
			...['Consignee Prefix', 'Consignee Customer ID', 'Consignee Name', 'Consignee Address'],
			'Additional Fields',
			...['Notify Parties', 'Cargos', 'Containers', 'Freight Charges', 'Charge Totals', 'Prepaid Totals'],
		]);
	});

	it('names every field once in its place', () => {
		for (const form of forms) expect(new Set(form.map(({ name }) => name)).size).toBe(form.length);
	});

	it('gives an example for everything that is typed', () => {
		const typed = all.filter(({ type }) => ['string', 'number', 'dateTime'].includes(type));
		expect(typed.filter(({ placeholder }) => !placeholder?.startsWith('e.g. ')).map(({ name }) => name)).toEqual([]);
		expect(typed.length).toBeGreaterThan(80);
	});

	it('starts no field with a value that would be sent unseen', () => {
		for (const { name, type, default: start } of all)
			if (['string', 'number', 'dateTime'].includes(type)) expect([name, start]).toEqual([name, '']);
		expect(property('prepaidType')).toMatchObject({ default: '', options: [{ value: '' }, {}, {}] });
	});

	it('offers known words in a dropdown that takes others too', () => {
		expect(property('serviceTypeAtReceipt')).toMatchObject({
			type: 'options',
			allowArbitraryValues: true,
			options: [{ value: 'CY' }, { value: 'CFS' }, { value: 'SD' }],
		});
		expect(property('loadType').options).toMatchObject([{ value: 'FCL' }, { value: 'LCL' }]);
	});

	it('picks dates without a time, and counterparties from the live list', () => {
		expect(property('blDate')).toMatchObject({ type: 'dateTime', typeOptions: { dateOnly: true } });
		for (const name of ['shipperId', 'consigneeId'])
			expect(property(name)).toMatchObject({
				type: 'resourceLocator',
				modes: [{ typeOptions: { searchListMethod: 'searchCounterparties' } }, { name: 'id' }],
			});
	});
});
