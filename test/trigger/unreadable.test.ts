import { createHash } from 'node:crypto';
import { NodeOperationError, type INode } from 'n8n-workflow';
import { bodyText, itemOf } from '../../nodes/CargoExchange/trigger/item';
import { recordUnreadable } from '../../nodes/CargoExchange/trigger/failedExecutions';
import { messageOf } from '../dispatch/workflows';

const node: INode = {
	id: 'n',
	name: 'Cargo Exchange Trigger',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

function record(body: string | Buffer) {
	const saved: Error[] = [];
	const logged: [string, object | undefined][] = [];
	const log = (message: string, meta?: object) => void logged.push([message, meta]);
	recordUnreadable(
		{
			getNode: () => node,
			logger: { error: log, warn: log, info: log, debug: log },
			saveFailedExecution: (error) => void saved.push(error),
		},
		messageOf(body, { messageId: 'm-17' }),
	);
	return { saved, logged };
}

it('saves reason, message ID and the complete text, as an error whose text n8n stores', () => {
	const { saved, logged } = record('{"status":"ISSUED"}');
	expect(saved).toHaveLength(1);
	const [error] = saved;
	expect(error).toBeInstanceOf(NodeOperationError);
	const { description } = error as NodeOperationError;
	expect(description).toContain('newStatus');
	expect(description).toContain('m-17');
	expect(description).toContain('{"status":"ISSUED"}');
	expect(logged).toHaveLength(1);
});

it('shows a message that is XML whole in the panel of n8n, which renders descriptions as HTML', () => {
	const { description, context } = record('<event id="1">\n<a/></event>').saved[0] as NodeOperationError;
	expect(context['descriptionTemplate'] ?? description).toMatch(
		/Its text: &lt;event id="1"&gt;<br>&lt;a\/&gt;&lt;\/event&gt;$/,
	);
});

it('keeps 64 KiB whole, and of more the first 64 KiB, the size and the SHA-256', () => {
	const whole = record('x'.repeat(64 * 1024)).saved[0] as NodeOperationError;
	const longer = `${'x'.repeat(64 * 1024 - 1)}ö and more`;
	const cut = record(longer).saved[0] as NodeOperationError;
	expect(whole.description).toContain(`Its text: ${'x'.repeat(64 * 1024)}`);
	expect(cut.description).toContain(`It is ${Buffer.byteLength(longer)} bytes long`);
	expect(cut.description).toContain(createHash('sha256').update(longer).digest('hex'));
	expect(cut.description).toMatch(/Its first 64 KiB: x{65535}$/);
});

it('keeps bytes that are not UTF-8 as Base64, and says so', () => {
	const body = Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x00, 0xff]);
	const { description } = record(body).saved[0] as NodeOperationError;
	expect(description).toContain('The message is not UTF-8 text.');
	expect(description).toContain(`Its text: base64:${body.toString('base64')}`);
	expect(record(body).logged[0]?.[0]).toContain(`base64:${body.toString('base64')}`);
});

it('loses nothing of a text with characters of several bytes or a byte-order mark', () => {
	const text = '\uFEFFkeine Statusmeldung: 未知 ö';
	expect((record(text).saved[0] as NodeOperationError).description).toContain(`Its text: ${text}`);
	expect(bodyText(Buffer.from(text))).toBe(text);
});

it('writes what identifies the message into the log, too, because n8n may not save it', () => {
	const { logged } = record('y'.repeat(5_000));
	expect(logged).toHaveLength(1);
	const text = logged[0]?.[0];
	expect(text).toContain('The message is not JSON');
	expect(text).toContain('m-17');
	expect(text).toContain('5000 bytes');
	expect(text).toContain(createHash('sha256').update('y'.repeat(5_000)).digest('hex'));
	expect(text).toContain(`begins with "${'y'.repeat(1024)}"`);
});

it.each(['simplified', 'table', 'raw'] as const)('loses no text where it is emitted: %s', (output) => {
	const { json } = itemOf(messageOf('<event/>', { messageId: 'm-17' }), { output, messageProperties: false });
	expect(json).toMatchObject({ event: 'unreadable', text: '<event/>', messageId: 'm-17' });
});

it('lets no text of a message pass for a line of the log', () => {
	const { logged } = record('first\n2022-05-12 | info | forged');
	expect(logged[0]?.[0]).not.toContain('\n');
});
