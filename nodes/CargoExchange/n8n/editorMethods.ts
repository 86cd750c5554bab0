/** What both nodes answer n8n's editor about the account at the exchange. */
import {
	NodeOperationError,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type ILoadOptionsFunctions,
	type INodeCredentialTestResult,
	type INodeListSearchResult,
	type RequestHelperFunctions,
} from 'n8n-workflow';
import { type Choice, customerChoices, type EgressFilter, parseCredential, testLogin } from '../exchange/client';

const credentialName = 'cargoExchangeApi';

/** The counterparties that the account sees, for a dropdown. */
export async function getCounterparties(this: ILoadOptionsFunctions): Promise<Choice[]> {
	// Thrown, and not a line in the list: n8n shows that there is no list yet and asks again, and nobody can choose the line.
	if (!this.getNode().credentials?.[credentialName]) {
		throw new NodeOperationError(this.getNode(), 'Choose a Cargo Exchange API credential to see your counterparties', {
			description: 'Without one, give IDs by an expression.',
		});
	}
	return await customerChoices(parseCredential(await this.getCredentials(credentialName)), egressOf(this.helpers));
}

/** As `getCounterparties`, for a list that can be searched: those whose name holds the text. */
export async function searchCounterparties(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const choices = await getCounterparties.call(this);
	return { results: choices.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** The credential's Test button: logs in and lists the counterparties with what is entered. */
export async function testCargoExchangeApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// The context of a credential test offers no other request function, and this one obeys n8n's proxy and egress rules.
	// eslint-disable-next-line @n8n/community-nodes/no-deprecated-workflow-functions
	const send = async (options: object): Promise<unknown> => await this.helpers.request(options);
	return await testLogin(parseCredential(credential.data), send);
}

/** n8n's filter for outgoing connections, where this n8n has one. */
export function egressOf(helpers: RequestHelperFunctions): { egressFilter?: EgressFilter } {
	return 'getSecureEgressFilter' in helpers ? { egressFilter: helpers.getSecureEgressFilter() } : {};
}
