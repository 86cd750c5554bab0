import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { demandCredential } from './n8n/access';
import { getCounterparties, testCargoExchangeApi } from './n8n/editorMethods';
import { toTriggerError } from './n8n/nodeError';
import { propertiesOf } from './n8n/parameterTable';
import { activatePolling } from './polling/activate';
import { pollingHints, pollingPanel, pollingParameters } from './polling/parameters';
import { processPollers } from './polling/pollers';
import { readPollingSettings } from './polling/settings';
import { pollingTestStep } from './polling/testStep';
import { subtitle } from './trigger/editorTexts';
import { documentationUrl } from './documentation';

export class CargoExchangePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cargo Exchange Polling Trigger',
		name: 'cargoExchangePollingTrigger',
		icon: { light: 'file:cargoExchange.svg', dark: 'file:cargoExchange.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'Starts the workflow when the status of a bill of lading has changed. Searches the exchange every few minutes and needs no queue.',
		eventTriggerDescription: 'Searching the exchange',
		activationMessage: 'From now on, each matching change of status starts this workflow.',
		triggerPanel: pollingPanel,
		hints: pollingHints,
		documentationUrl: documentationUrl('polling-trigger.md'),
		defaults: { name: 'Cargo Exchange Polling Trigger' },
		builderHint: {
			searchHint:
				'Needs no queue; with one, use the Cargo Exchange Trigger. Choose Issued or Title Held, not both: they most likely report the same event to its two parties. Each item is one event with the same fields as those of the Cargo Exchange Trigger.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		// A sample event runs without it.
		credentials: [{ name: 'cargoExchangeApi', required: false, testedBy: 'testCargoExchangeApi' }],
		properties: propertiesOf(pollingParameters),
	};

	methods = {
		loadOptions: { getCounterparties },
		credentialTest: { testCargoExchangeApi },
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		try {
			const settings = readPollingSettings(this);
			const isTest = this.getMode() === 'manual';
			if (!isTest || settings.testWith === 'latestChange') demandCredential(this.getNode(), 'cargoExchangeApi');
			if (isTest) return pollingTestStep(this, settings);
			return { closeFunction: await activatePolling(this, settings, processPollers(this.logger)) };
		} catch (fault) {
			throw toTriggerError(this, fault);
		}
	}
}
