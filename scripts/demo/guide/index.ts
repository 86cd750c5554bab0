/** The demo's guide: a page of this machine that leads through the story and shows what arrives, as it arrives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { z } from 'zod/v4';
import type { Simulator } from '../../../simulator';
import { owner } from '../../n8n/rest/session';
import { readWorkflow, runWorkflow } from '../../n8n/rest/workflows';
import { projectRoot } from '../../n8n/processes';
import type { Desk } from '../desk';
import type { Mail } from '../mailbox';
import { tableRows } from '../story';
import type { World } from '../world';
import { formsToType, type Form } from './forms';
import { arrivals, guidePage, type Row } from './view';

export type Guide = { url: string; stop(): Promise<void> };

/** What the guide shows and what its one button does. */
export type GuideSources = {
	simulator: Pick<Simulator, 'store' | 'pageUrl' | 'person'>;
	mails: readonly Mail[];
	rows: () => Promise<Row[]>;
	/** Has n8n import a shipment. */
	importShipment: () => Promise<unknown>;
	n8n: { url: string; workflows: Array<{ label: string; url: string }>; email: string; password: string };
	/** What to type into the credentials and the trigger of an n8n of one's own on this machine, form by form. */
	forms: Form[];
};

/** The guide's sources in the demo's world. */
export function guideSources(world: World, desk: Desk): GuideSources {
	const { simulator, mailbox, session, n8n } = world;
	const workflows = [
		{ label: 'Import a shipment', of: desk.importing },
		{ label: 'E-mail the PDFs when issued', of: desk.emailing },
		{ label: 'Statuses into a spreadsheet', of: desk.syncing },
		{ label: 'The spreadsheet as an Excel file', of: desk.saving },
	].map(({ label, of }) => ({ label, url: `${n8n.url}/workflow/${of.id}` }));
	return {
		simulator,
		mails: mailbox.mails,
		rows: () => tableRows(world),
		importShipment: async () => {
			await runWorkflow(session, await readWorkflow(session, desk.importing.id), 'Click to start');
		},
		n8n: { url: n8n.url, workflows, email: owner.email, password: owner.password },
		forms: formsToType(world),
	};
}

const place = z.object({ mail: z.coerce.number().int().nonnegative(), file: z.coerce.number().int().nonnegative() });
const statics = {
	'exchange.css': { type: 'text/css', path: join(projectRoot, 'simulator', 'page', 'static', 'exchange.css') },
	'guide.css': { type: 'text/css', path: join(__dirname, 'guide.css') },
	'guide.js': { type: 'text/javascript', path: join(__dirname, 'guide.js') },
};
const policy =
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the guide on a free port of this machine. Shipments that are there already are no part of the story. */
export async function startGuide(sources: GuideSources): Promise<Guide> {
	const seeded = sources.simulator.store.shipments.size;
	const app = Fastify({ forceCloseConnections: true });
	const show = async () => arrivals(sources, { seeded, rows: await sources.rows() });

	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers({
			'content-security-policy': policy,
			'x-content-type-options': 'nosniff',
			'cache-control': 'no-store',
		});
		done();
	});
	app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => {
		done(null, null);
	});
	app.get('/', async (_request, reply) => {
		const page = guidePage(sources, await show());
		return reply.type('text/html; charset=utf-8').send(page.text);
	});
	app.get('/arrivals', async (_request, reply) => reply.type('text/html; charset=utf-8').send((await show()).text));
	app.get('/mails/:mail/:file', (request, reply) => {
		const asked = place.safeParse(request.params);
		const attachment = asked.success ? sources.mails[asked.data.mail]?.attachments[asked.data.file] : undefined;
		if (attachment === undefined) return reply.code(404).send('There is no such attachment');
		const name = encodeURIComponent(attachment.fileName);
		// Whatever a mail brings, the browser takes it for a PDF or for a file to keep.
		const type = attachment.mimeType === 'application/pdf' ? attachment.mimeType : 'application/octet-stream';
		return reply.type(type).header('content-disposition', `inline; filename*=UTF-8''${name}`).send(attachment.bytes);
	});
	app.post('/import', async (request, reply) => {
		const { origin, host } = request.headers;
		if (origin !== undefined && origin !== `http://${host ?? ''}`)
			return await reply.code(403).send('This form was sent from another site');
		await sources.importShipment();
		return await reply.redirect('/', 303);
	});
	for (const [name, { type, path }] of Object.entries(statics)) {
		const content = readFileSync(path);
		app.get(`/${name}`, (_request, reply) => reply.type(type).send(content));
	}

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return { url, stop: () => app.close() };
}
