/** Parameters, and hints about them, that several operations or both nodes have. */
import type { NodeHint } from 'n8n-workflow';
import { collection, flag, parameter, requiredId, wholeNumber, type More } from './parameter';
import type { Parameter, ParameterTable, Show } from './parameterTable';
import type { documentTypes } from '../vocabulary';
import { customersValue } from './values';

/** Customers by their IDs; the editor lists them. */
export function customers(more: More = {}) {
	const description =
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a> that returns an array or comma-separated text';
	return parameter(
		'Customer Names or IDs',
		customersValue,
		{ description, hint: 'An empty list? Choose "Refresh List" in the ⋮ menu beside the label.', ...more },
		{
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getCounterparties' },
			allowArbitraryValues: true,
			default: [],
		},
	);
}

/** The customers whose sets to search: `customersOf` reads them. */
export function customerChoice(show?: Show) {
	return {
		allCustomers: flag('All Customers', true, {
			hint: 'On: the sets of all customers that the API user can see. Off: of those that you choose.',
			description: 'Whether to search the sets of all customers that the API user can see',
			...(show && { show }),
		}),
		customerIds: customers({ show: { ...show, allCustomers: [false] } }),
	};
}

/** The set that an input item names, for an operation on exactly one set. */
export const setIdOfItem = requiredId('Set ID', {
	default: '={{ $json.setId }}',
	placeholder: 'e.g. 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
	description: 'The ID of the set, from a search or an event',
});

/** The types of documents that are known. */
export const documentTypeChoices: Record<(typeof documentTypes)[number], { name: string; description?: string }> = {
	'Bill of Lading': { name: 'Bill of Lading' },
	'Uploadable Document': { name: 'Uploadable Document', description: 'An uploaded PDF, such as a packing list' },
};

/** How many results an input item gets. */
export const limits = {
	returnAll: flag('Return All', false, {
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: wholeNumber(
		'Limit',
		{ from: 1, usual: 50 },
		{ description: 'Max number of results to return', show: { returnAll: [false] } },
	),
};

/** A parameter that narrows what is found: an expression that gives nothing does not mean everything. */
export function asFilter<Given extends Parameter>(given: Given): Given {
	return { ...given, isFilter: true };
}

/** The options of an operation or a trigger. */
export function options<Table extends ParameterTable>(table: Table) {
	return collection('Options', table, { placeholder: 'Add Option' });
}

/** The maximum number of results per input item. */
export function mostOf({ returnAll, limit }: { returnAll: boolean; limit: number }): number {
	return returnAll ? Infinity : limit;
}

/** A hint that the output panel shows while a condition on the parameters, an expression, is true. */
export function hint(message: string, type: NodeHint['type'] & string, condition: string): NodeHint {
	return { message, type, location: 'outputPane', whenToDisplay: 'always', displayCondition: `={{ ${condition} }}` };
}
