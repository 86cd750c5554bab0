/** What a node may call, and with which login: its credential as it is now, and n8n's filter for outgoing connections. */
import type { IExecuteFunctions, INode, RequestHelperFunctions } from 'n8n-workflow';
import { type BrokerSettings, parseQueueCredential } from '../amqp';
import {
	type CallSettings,
	createClient,
	type EgressFilter,
	type ExchangeClient,
	parseCredential,
} from '../exchange/client';
import { InvalidInput } from '../errors';

export type AccessContext = Pick<IExecuteFunctions, 'getCredentials'> & { helpers: RequestHelperFunctions };

/** For what n8n does not demand of a trigger, since it would then run no sample event without it. */
export const onlySample = 'Only a test with a sample event needs none: for that, set "Test With" to "Sample Event".';

const credentialNames = { cargoExchangeApi: 'Cargo Exchange API', cargoExchangeQueueApi: 'Cargo Exchange Queue' };

/** Throws InvalidInput if no such credential was chosen. */
export function demandCredential({ credentials }: INode, type: keyof typeof credentialNames): void {
	if (credentials?.[type]) return;
	throw new InvalidInput({
		field: 'credentials',
		message: `No ${credentialNames[type]} credential was chosen`,
		description: `Choose or create one at the top of the node. ${onlySample}`,
	});
}

/** Not every n8n has the filter. */
export function egressOf(helpers: RequestHelperFunctions): { egressFilter?: EgressFilter } {
	return 'getSecureEgressFilter' in helpers ? { egressFilter: helpers.getSecureEgressFilter() } : {};
}

export async function clientOf(context: AccessContext, settings: CallSettings = {}): Promise<ExchangeClient> {
	const account = parseCredential(await context.getCredentials('cargoExchangeApi'));
	return createClient(account, { ...settings, ...egressOf(context.helpers) });
}

/** Throws an AmqpError if the credential cannot be used. */
export async function brokerOf(context: AccessContext): Promise<BrokerSettings> {
	return parseQueueCredential(await context.getCredentials('cargoExchangeQueueApi'), egressOf(context.helpers));
}
