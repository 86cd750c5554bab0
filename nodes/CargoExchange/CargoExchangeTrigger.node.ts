import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { processDispatcher } from './dispatch/processDispatcher';
import { getCounterparties, testCargoExchangeApi } from './n8n/editorMethods';
import { toTriggerError } from './n8n/nodeError';
import { propertiesOf } from './n8n/parameterTable';
import { testCargoExchangeQueueApi } from './n8n/queueStatus';
import { activate } from './trigger/activate';
import { panel, subtitle, triggerHints } from './trigger/editorTexts';
import { parameters } from './trigger/parameters';
import { demandQueue, readSettings } from './trigger/settings';
import { testStep } from './trigger/testStep';
import { documentationUrl } from './documentation';

export class CargoExchangeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cargo Exchange Trigger',
		name: 'cargoExchangeTrigger',
		icon: { light: 'file:cargoExchange.svg', dark: 'file:cargoExchange.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's list of nodes has one entry for this node and Cargo Exchange, which shows this description.
		description: 'Start on a status event: drafted, signed, issued. Or find, download and import bills of lading.',
		eventTriggerDescription: 'Waiting for a message in the queue',
		activationMessage: 'From now on, each matching message in the queue starts this workflow.',
		triggerPanel: panel,
		hints: triggerHints,
		documentationUrl: documentationUrl('trigger-node.md'),
		defaults: { name: 'Cargo Exchange Trigger' },
		builderHint: {
			searchHint:
				'Needs a message queue; without one, use the Cargo Exchange Polling Trigger. Choose Issued or Title Held, not both: they most likely report the same event to its two parties. Each item is one event with setId and status; Cargo Exchange, Download All with Identify Set By: Input Item gets its PDFs.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				displayName: 'Cargo Exchange Queue',
				name: 'cargoExchangeQueueApi',
				// A sample event runs without it.
				required: false,
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
		properties: propertiesOf(parameters),
	};

	methods = {
		loadOptions: { getCounterparties },
		credentialTest: { testCargoExchangeApi, testCargoExchangeQueueApi },
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		try {
			const settings = readSettings(this);
			const isTest = this.getMode() === 'manual';
			if (!isTest || settings.testWith === 'nextMessage') demandQueue(this.getNode(), settings);
			const dispatcher = processDispatcher(this.logger);
			if (isTest) return testStep(this, settings, dispatcher);
			return { closeFunction: await activate(this, settings, dispatcher) };
		} catch (fault) {
			throw toTriggerError(this, fault);
		}
	}
}
