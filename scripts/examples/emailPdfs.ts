import type { Example, ExampleNode } from './canvas';
import { conditions, firstStep, pdfs, type Source } from './exchangeNodes';

const getPdfs = 'Get all PDFs of the set';

/** What each way to send the email adds to the story. */
type Mail = {
	name: string;
	/** The credential, as a list names it. */
	login: string;
	outputAs: 'itemPerSet' | 'itemPerDocument';
	/** The node behind the download. */
	first: string;
	title: string;
	text: string;
	nodes(source: Source): ExampleNode[];
};

const subject = '=Issued: {{ $json.parcelRef ?? $json.shipmentRef ?? $json.setId }}';

const body = ({ trigger }: Source, documents: string) =>
	[
		'=The bill of lading of {{ $json.parcelRef ?? $json.setId }} has been issued.',
		'',
		`When: {{ $('${trigger}').item.json.changedAt ?? $('${trigger}').item.json.updatedDate ?? 'not known' }}`,
		`By: {{ [$('${trigger}').item.json.actor, $('${trigger}').item.json.actorCompany].filter(Boolean).join(', ') || 'not known' }}`,
		"Shipment: {{ $json.shipmentRef ?? 'not given' }}",
		'',
		'Attached:',
		`{{ ${documents}.map((document) => \`- \${document.fileName}\`).join('\\n') }}`,
		'',
	].join('\n');

const to = 'documents@example.com';

const smtp: Mail = {
	name: '',
	login: '**SMTP**: your mail server',
	outputAs: 'itemPerSet',
	first: 'Send Email',
	title: 'Send the email',
	text: 'Choose the **SMTP** credential and enter your addresses in **From Email** and **To Email**.\n\nThe attachments are set under **Options**: the list of files from step 2.',
	nodes: (source) => [
		{
			...{ name: 'Send Email', type: 'n8n-nodes-base.emailSend', typeVersion: 2.1, at: [0, 0] },
			parameters: {
				...{ fromEmail: 'exchange@example.com', toEmail: to, subject, emailFormat: 'text' },
				text: body(source, '$json.documents'),
				options: { appendAttribution: false, fileAttachments: '={{ $json.binaryProperties }}' },
			},
		},
	],
};

const gmail: Mail = {
	name: ', with Gmail',
	login: '**Gmail OAuth2 API**: your Google account',
	outputAs: 'itemPerSet',
	first: 'Send with Gmail',
	title: 'Send the email',
	text: 'Choose the **Gmail OAuth2 API** credential and enter the address of the recipient in **To**.\n\nThe attachments are set under **Options**: the list of files from step 2. Gmail sends up to 25 MB in one email.',
	nodes: (source) => [
		{
			...{ name: 'Send with Gmail', type: 'n8n-nodes-base.gmail', typeVersion: 2.1, at: [0, 0] },
			parameters: {
				...{ authentication: 'oAuth2', resource: 'message', operation: 'send' },
				...{ sendTo: to, subject, emailType: 'text', message: body(source, '$json.documents') },
				options: {
					appendAttribution: false,
					attachmentsUi: { attachmentsBinary: [{ property: '={{ $json.binaryProperties }}' }] },
				},
			},
		},
	],
};

const outlookNode = { type: 'n8n-nodes-base.microsoftOutlook', typeVersion: 2 };
const draftId = "={{ $('Create the draft').first().json.id }}";
const byId = { __rl: true, mode: 'id', value: draftId };

/**
 * Outlook's node has one field for each attachment, and its **Message Attachment: Add** sends files of less than 3 MB
 * without their content if n8n keeps files on disk. So the smaller ones go through **HTTP Request**.
 */
const outlook: Mail = {
	name: ', with Outlook',
	login: '**Microsoft Outlook OAuth2 API**: your Microsoft 365 account',
	outputAs: 'itemPerDocument',
	first: 'Create the draft',
	title: 'Send the email',
	text: 'Choose the **Microsoft Outlook OAuth2 API** credential in *Create the draft*, *Attach a large PDF*, *Attach a PDF* and *Send the draft*, and enter the address of the recipient under **To** in *Create the draft*.\n\nOutlook takes each PDF by itself: the draft is created, every PDF is attached to it, and then it is sent. Microsoft takes files of more than 3 MB in another way than smaller ones, so there are two branches.',
	nodes: (source) => [
		{
			...{ name: 'Create the draft', ...outlookNode, at: [0, 1], executeOnce: true },
			parameters: {
				...{ resource: 'draft', operation: 'create', subject },
				bodyContent: body(source, '$input.all().flatMap(({ json }) => json.documents)'),
				additionalFields: { bodyContentType: 'Text', toRecipients: to },
			},
			to: [[['Wait for the draft', 1]]],
		},
		{
			...{ name: 'Wait for the draft', type: 'n8n-nodes-base.merge', typeVersion: 3.2, at: [1, 0.5] },
			parameters: { mode: 'chooseBranch', output: 'specifiedInput', useDataOfInput: 1 },
			to: [['More than 3 MB?']],
		},
		{
			...{ name: 'More than 3 MB?', type: 'n8n-nodes-base.if', typeVersion: 2.2, at: [2, 0.5] },
			parameters: {
				conditions: conditions('={{ $json.documents[0].size }}', { type: 'number', operation: 'gt' }, 3_000_000),
				options: {},
			},
			to: [['Attach a large PDF'], ['Make it text']],
		},
		{
			...{ name: 'Attach a large PDF', ...outlookNode, at: [3.5, 0] },
			parameters: {
				...{ resource: 'messageAttachment', operation: 'add', messageId: byId },
				...{ binaryPropertyName: 'data', options: {} },
			},
			to: [['When all are attached']],
		},
		{
			...{ name: 'Make it text', type: 'n8n-nodes-base.extractFromFile', typeVersion: 1.1, at: [3, 1] },
			parameters: {
				...{ operation: 'binaryToPropery', binaryPropertyName: 'data', destinationKey: 'contentBytes' },
				options: { keepSource: 'json' },
			},
			to: [['Attach a PDF']],
		},
		{
			...{ name: 'Attach a PDF', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, at: [4, 1] },
			parameters: {
				method: 'POST',
				url: `=https://graph.microsoft.com/v1.0/me/messages/${draftId.slice(1)}/attachments`,
				...{ authentication: 'predefinedCredentialType', nodeCredentialType: 'microsoftOutlookOAuth2Api' },
				...{ sendBody: true, specifyBody: 'json' },
				jsonBody:
					"={{ { '@odata.type': '#microsoft.graph.fileAttachment', name: $json.documents[0].fileName, contentBytes: $json.contentBytes } }}",
				options: {},
			},
			to: [[['When all are attached', 1]]],
		},
		{
			...{ name: 'When all are attached', type: 'n8n-nodes-base.merge', typeVersion: 3.2, at: [5, 0.5] },
			parameters: { mode: 'append' },
			to: [['Send the draft']],
		},
		{
			...{ name: 'Send the draft', ...outlookNode, at: [6, 0.5], executeOnce: true },
			parameters: { resource: 'draft', operation: 'send', draftId: byId, to: '' },
		},
	],
};

function story(source: Source, mail: Mail): Example {
	const isQueue = source.kind === 'queue';
	const logins = [...source.logins, mail.login].map((login, index) => `${index + 1}. ${login}`);
	const tried = isQueue
		? '**Test With** is *Sample Event* in the trigger: click **Execute workflow**, and you get an email with two sample PDFs.'
		: 'Click **Execute workflow**: you get an email for the set that was issued last.';
	const published = isQueue
		? 'From then on it runs by itself, for messages that already wait in the queue, too: to leave out old ones, add **Options → Maximum Age (Hours)** to the trigger first. A message leaves the queue only after the email has been sent; if the mail server is down, the workflow is retried.'
		: 'From then on it runs by itself. A set counts as processed only after the email has been sent; if the mail server is down, the workflow is retried.';
	return {
		name: `${isQueue ? 'Email the PDFs of an issued set' : 'Email the PDFs of issued sets, without a queue'}${mail.name}`,
		about: [
			isQueue
				? 'The exchange puts a message on your queue for every status change. This workflow waits for **Issued**, downloads all PDFs of that set and sends them as attachments of one email.\n\nNo queue yet? Use the example *Email the PDFs of issued sets, without a queue*.'
				: 'Searches the exchange every five minutes and sends one email for each set that has been issued since, with all its PDFs attached. You do not need a message queue.\n\nIf you have a queue, use the example *Email the PDFs of an issued set* instead: it reacts at once, and knows who issued the set.',
			`### Before you start\nYou need ${['', '', 'two', 'three'][logins.length]} credentials. Create them with the **+** at the top left and **New credential**, or in the nodes, where the list of credentials ends with *Create new credential*:\n${logins.join('\n')}`,
		].join('\n\n'),
		steps: [
			firstStep(source, {
				title: 'Wait for Issued',
				text: isQueue
					? `\n\n**Title Held** is most likely the same event, reported to the other party. Choose only one of the two, or you get two emails.${mail === outlook ? '\n\nLeave **Batch Size** at 1: each execution sends one email.' : ''}`
					: '',
				parameters: { events: ['issued'], ...(isQueue && { testWith: 'sampleEvent' }) },
				to: [[getPdfs]],
			}),
			{
				title: 'Download the PDFs',
				text: 'Choose the **Cargo Exchange API** credential. Everything else is set: *Input Item* takes the set from the event.',
				nodes: [
					pdfs(getPdfs, mail.outputAs, [mail === outlook ? [['Wait for the draft', 0], mail.first] : [mail.first]]),
				],
			},
			{ title: mail.title, text: mail.text, nodes: mail.nodes(source) },
		],
		tryIt: `${tried}\n\nWhen it works, click **Publish** at the top right. ${published}`,
	};
}

export const emailPdfs = (queue: Source, polling: Source) => ({
	'email-pdfs-smtp': story(queue, smtp),
	'email-pdfs-outlook': story(queue, outlook),
	'email-pdfs-gmail': story(queue, gmail),
	'email-pdfs-without-queue': story(polling, smtp),
});
