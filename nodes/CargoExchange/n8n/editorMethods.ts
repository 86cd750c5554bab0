/** The methods of both nodes that n8n's editor calls: the lists of counterparties and the Test button. */
import {
	NodeOperationError,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type ILoadOptionsFunctions,
	type INodeCredentialTestResult,
	type INodeListSearchResult,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { testCredential } from '../exchange/client';
import { clientOf } from './access';

/** The counterparties that the account sees, for a dropdown, sorted by name. */
export async function getCounterparties(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	// Not an entry of the list, which a user could select; n8n shows the message and calls again.
	if (!this.getNode().credentials?.['cargoExchangeApi']) {
		throw new NodeOperationError(this.getNode(), 'Choose a Cargo Exchange API credential to see your customers', {
			description: 'Without one, specify IDs using an expression.',
		});
	}
	const counterparties = await (await clientOf(this)).counterparties();
	return counterparties
		.map(({ customerId, customerName }) => ({ name: customerName || customerId, value: customerId }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** As `getCounterparties`, for a list with a search: those whose name contains the text. */
export async function searchCounterparties(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const choices = await getCounterparties.call(this);
	return { results: choices.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

export async function testCargoExchangeApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// The context of a credential test offers no other request function, and this one obeys n8n's proxy and egress rules.
	// eslint-disable-next-line @n8n/community-nodes/no-deprecated-workflow-functions
	const send = async (options: object): Promise<unknown> => await this.helpers.request(options);
	return await testCredential(credential.data, send);
}
