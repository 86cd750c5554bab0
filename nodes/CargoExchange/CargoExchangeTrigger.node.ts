import {
	NodeConnectionTypes,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { getCounterparties, testCargoExchangeApi } from './n8n/editorMethods';
import { processDispatcher } from './dispatch/dispatcher';
import { testQueueCredential } from './trigger/credentialTest';
import { toNodeError } from './n8n/nodeError';
import { fields, hints, panel, subtitle } from './trigger/description';
import { activate } from './trigger/activate';
import { sampleStep } from './trigger/sampleEvent';
import { readSettings } from './trigger/settings';
import { testStep } from './trigger/testStep';

export class CargoExchangeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cargo Exchange Trigger',
		name: 'cargoExchangeTrigger',
		icon: { light: 'file:cargoExchange.svg', dark: 'file:cargoExchange.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description: 'Starts the workflow on every status update of a bill of lading: drafted, signed, issued and more',
		eventTriggerDescription: 'Waiting for a status update on the queue',
		activationMessage: 'From now on, every matching message on the queue starts this workflow.',
		triggerPanel: panel,
		hints,
		defaults: { name: 'Cargo Exchange Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				displayName: 'Cargo Exchange Queue',
				name: 'cargoExchangeQueueApi',
				required: true,
				testedBy: 'testCargoExchangeQueueApi',
			},
			// Only to fill the list of customers.
			{
				displayName: 'Cargo Exchange API (optional, for the list of customers)',
				name: 'cargoExchangeApi',
				required: false,
				testedBy: 'testCargoExchangeApi',
			},
		],
		properties: fields,
	};

	methods = {
		loadOptions: { getCounterparties },
		credentialTest: {
			testCargoExchangeApi,
			async testCargoExchangeQueueApi(
				this: ICredentialTestFunctions,
				credential: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				return await testQueueCredential(credential.data);
			},
		},
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		try {
			const settings = readSettings(this);
			const dispatcher = processDispatcher(this.logger);
			if (this.getMode() === 'manual') {
				return settings.testWith === 'sampleEvent' ? sampleStep(this, settings) : testStep(this, settings, dispatcher);
			}
			return { closeFunction: await activate(this, settings, dispatcher) };
		} catch (fault) {
			throw toNodeError(this.getNode(), fault);
		}
	}
}
