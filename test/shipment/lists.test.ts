import { inList, textsOfList } from '../../nodes/CargoExchange/shipment/structure';

it.each(['plain', 'a, b', '"q".pdf', 'a "b", c', '"', 'Lot 7"'])(
	'a text that a message names for a list is read from it again: %s',
	(text) => {
		expect(textsOfList(`first, ${inList(text)},last`)).toEqual(['first', text, 'last']);
	},
);

it('what people write in such a list is read with and without quotation marks', () => {
	expect(textsOfList('20" pipe, "a,b" , c')).toEqual(['20" pipe', 'a,b', 'c']);
});
