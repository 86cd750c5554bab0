/** The demo's guide: a page of this machine that leads through the demo and shows what arrives, as it arrives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import * as z from 'zod/v4';
import { statics } from '../../../simulator/page';
import type { GuideSources } from './sources';
import { arrivals, guidePage } from './view';

export type Guide = { url: string; stop(): Promise<void> };

const index = z.coerce.number().int().nonnegative();
const mailPlace = z.object({ mail: index });
const place = mailPlace.extend({ file: index });
const ownStatics = { ...statics, 'guide.js': { type: 'text/javascript', file: join(__dirname, 'guide.js') } };
const policy =
	"default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** As an email program shows it: with its own styles, and without scripts. */
const mailPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the guide on a free port of this machine. Shipments that are there already are not part of it. */
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
	app.get('/mails/:mail', (request, reply) => {
		const asked = mailPlace.safeParse(request.params);
		const html = asked.success ? sources.mails[asked.data.mail]?.html : undefined;
		if (html === undefined) return reply.code(404).send('There is no such email');
		return reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(html);
	});
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
	for (const [name, { type, file }] of Object.entries(ownStatics)) {
		const content = readFileSync(file);
		app.get(`/${name}`, (_request, reply) => reply.type(type).send(content));
	}

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return { url, stop: () => app.close() };
}
