/** What a node may call, and with which login: its credential as it is now, and n8n's filter for outgoing connections. */
import type { IExecuteFunctions, RequestHelperFunctions } from 'n8n-workflow';
import { type BrokerSettings, parseQueueCredential } from '../amqp';
import {
	type CallSettings,
	createClient,
	type EgressFilter,
	type ExchangeClient,
	parseCredential,
} from '../exchange/client';

export type AccessContext = Pick<IExecuteFunctions, 'getCredentials'> & { helpers: RequestHelperFunctions };

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
