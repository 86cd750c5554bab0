import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';

/** Where the specification is silent, exchanges differ. The first of each is what this package assumes. */
const choices = {
	/** `required`: a search without one is rejected; `silent`: it shows those of another one; `own`: required, with a word of its own. */
	instance: ['none', 'required', 'silent', 'own'],
	folders: ['all', 'noAll', 'one', 'noStatus', 'own'],
	/** Whether each search needs a field that the specification does not have. */
	furtherField: [false, true],
	/** `silent`: a search without customers shows nothing. */
	customers: ['optional', 'required', 'silent'],
	paging: ['url', 'body', 'none'],
	/** `50`: a search for more per page is rejected. */
	pageSize: ['any', '50'],
	/** Which searches list documents: all, those that find one set, those for the ID of a set. */
	documents: ['always', 'single', 'filter'],
	pdf: ['bytes', 'base64', 'json', 'dataUrl'],
	/** Whether an import is rejected without the values that all shipments have in common. */
	constants: [false, true],
	pdfPlace: ['parcels', 'files'],
	success: ['OK', 'DONE'],
	/** A search that finds nothing: an empty list, null in its place, or a response without content. */
	nothing: ['list', 'null', 'noContent'],
	isEmpty: [false, true],
	importAnswer: ['setIds', 'empty', 'nothing'],
} as const;

export type Traits = { [Name in keyof typeof choices]: (typeof choices)[Name][number] };

/** As in the specification in every respect. */
export const usualTraits = Object.fromEntries(
	Object.entries(choices).map(([name, [first]]) => [name, first]),
) as Traits;

/** Any exchange; half of its traits are usual ones, since a single odd one must show. */
export const anyTraits: fc.Arbitrary<Traits> = fc.record(
	Object.fromEntries(
		Object.entries(choices).map(([name, values]) => [
			name,
			fc.oneof(fc.constant<unknown>(values[0]), fc.constantFrom<unknown>(...values)),
		]),
	),
) as fc.Arbitrary<Traits>;

type Row = {
	setId: string;
	transactionId: string;
	shipmentRef: string;
	status: string;
	modifiedDate: string;
	documents: { documentId: string; name: string; docType: string }[];
};
type Held = { row: Row; instance: string; folder: 'inbox' | 'filed' };
type Fields = Record<string, unknown>;

export const pdfOfAll = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 'x'), Buffer.from('\n%%EOF\n')]);
const customerId = '5f0c7a52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const folderWords: Record<Traits['folders'], Partial<Record<string, ('inbox' | 'filed')[]>>> = {
	all: { ALL: ['inbox', 'filed'], ACTIVE: ['inbox'], FILED: ['filed'] },
	noAll: { ACTIVE: ['inbox'], FILED: ['filed'] },
	one: { ACTIVE: ['inbox', 'filed'] },
	noStatus: {},
	own: { TRAY: ['inbox'], SHELF: ['filed'] },
};

/** An exchange with these traits, written from the specification. */
export class DrawnExchange {
	sets: Held[] = [];
	/** The imports that it has carried out. */
	imports = 0;
	requests: string[] = [];
	readonly home: string;
	readonly #traits: Traits;
	#url = '';
	readonly #server = createServer((request, response) => void this.#answer(request, response));

	constructor(traits: Traits) {
		this.#traits = traits;
		this.home = traits.instance === 'own' ? 'CARGO' : 'EXCHANGE';
	}

	async open(): Promise<string> {
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
		const address = this.#server.address();
		if (!address || typeof address === 'string') throw new Error('No port');
		return (this.#url = `http://127.0.0.1:${address.port}`);
	}

	close(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}

	/** As it was at the beginning. */
	reset(): void {
		this.imports = 0;
		this.requests = [];
		this.sets = [];
		if (this.#traits.isEmpty) return;
		this.#add('OLD-1', 'inbox');
		this.#add('OLD-2', 'filed');
		if (this.#traits.instance === 'silent') this.#add('ELSEWHERE', 'inbox', 'HUB');
	}

	#add(shipmentRef: string, folder: Held['folder'], instance = this.home): Row {
		const documents = [{ documentId: randomUUID(), name: 'Bill of Lading', docType: 'Bill of Lading' }];
		const dates = { status: 'drafted', modifiedDate: '12 May 2022 14:05' };
		const row = { setId: randomUUID(), transactionId: randomUUID(), shipmentRef, ...dates, documents };
		this.sets.push({ row, instance, folder });
		return row;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', this.#url);
		this.requests.push(pathname);
		const text = (await buffer(request)).toString('utf8');
		const send = (status: number, body: unknown) =>
			response
				.writeHead(status, { 'content-type': 'application/json' })
				.end(typeof body === 'string' ? body : JSON.stringify(body));
		const refuse = (message: string) => send(400, { message });
		if (pathname.endsWith('/token')) send(200, { token: `t-${createHash('md5').update(this.#url).digest('hex')}` });
		else if (pathname.endsWith('/counterparties')) send(200, [{ customerId, customerName: 'Nordhavn Trading' }]);
		else if (pathname.includes('/get-single-pdf/')) this.#sendPdf(pathname, response, refuse);
		else if (pathname.endsWith('/search')) {
			const found = this.#search(JSON.parse(text) as Fields, searchParams);
			if (typeof found === 'string') refuse(found);
			else if (found === null) response.writeHead(204).end();
			else send(200, found);
		} else if (request.method === 'POST') {
			const refusal = this.#import(JSON.parse(text) as Fields);
			if (typeof refusal === 'string') refuse(refusal);
			else if (this.#traits.importAnswer === 'setIds') send(200, { sets: refusal });
			else send(200, this.#traits.importAnswer === 'empty' ? { status: 'OK' } : '');
		} else send(405, {});
	}

	#search(body: Fields, query: URLSearchParams): Fields | string | null {
		const traits = this.#traits;
		const { instance, customerIds, shipmentRef, parcelId } = body;
		const status = body['status'] as string | undefined;
		if (traits.furtherField && body['tenant'] !== 'blue') return 'tenant is required';
		if (traits.customers === 'required' && customerIds === undefined) return 'customerIds is required';
		if (instance !== undefined && instance !== this.home && instance !== 'HUB') return 'instance is not known';
		if (instance === undefined && ['required', 'own'].includes(traits.instance)) return 'instance is required';
		const words = folderWords[traits.folders];
		const usual = traits.folders === 'own' ? undefined : 'ACTIVE';
		const folders =
			traits.folders === 'noStatus' && status === undefined ? ['inbox', 'filed'] : words[status ?? usual ?? ''];
		if (folders === undefined) return `status ${status ?? ''} is not known`;
		const isShown = ({ row, instance: own, folder }: Held) =>
			folders.includes(folder) &&
			(traits.customers !== 'silent' || customerIds !== undefined) &&
			own === (instance ?? (traits.instance === 'silent' ? 'HUB' : own)) &&
			[undefined, row.shipmentRef].includes(shipmentRef as string | undefined) &&
			(traits.documents !== 'filter' || [undefined, row.setId].includes(parcelId as string | undefined));
		const rows = this.sets.filter(isShown).map(({ row }) => row);
		const lists = { always: true, single: rows.length === 1, filter: parcelId !== undefined }[traits.documents];
		const { offset, limit } = {
			url: { offset: Number(query.get('offset') ?? 0), limit: Number(query.get('limit') ?? 50) },
			body: { offset: Number(body['offset'] ?? 0), limit: Number(body['limit'] ?? 50) },
			none: { offset: 0, limit: 50 },
		}[traits.paging];
		if (traits.pageSize === '50' && limit > 50) return 'A page has at most 50 sets';
		const results = rows
			.slice(offset, offset + limit)
			.map((row) => ({ ...row, documents: lists ? row.documents : [] }));
		if (traits.nothing === 'noContent' && rows.length === 0) return null;
		const page = { offset, limit, total: rows.length, count: results.length, results };
		const data = traits.nothing === 'null' && rows.length === 0 ? null : page;
		return { code: 200, status: traits.success, data, links: [] };
	}

	#sendPdf(path: string, response: ServerResponse, refuse: (message: string) => void): void {
		const [, setId, documentId] = /sets\/([^/]+)\/get-single-pdf\/([^/]+)$/.exec(path) ?? [];
		const held = this.sets.find(({ row }) => row.setId === setId);
		if (!held?.row.documents.some((one) => one.documentId === documentId)) {
			refuse('No such document');
			return;
		}
		const text = pdfOfAll.toString('base64');
		const answers = {
			bytes: pdfOfAll,
			base64: text.replace(/.{76}/g, '$&\r\n'),
			json: JSON.stringify({ name: 'B/L', content: text }),
			dataUrl: JSON.stringify(`data:application/pdf;base64,${text}`),
		};
		response.end(answers[this.#traits.pdf]);
	}

	/** Why it is refused, or its set IDs. */
	#import(payload: Fields): string | { setId: string }[] {
		const { constants, pdfPlace } = this.#traits;
		const sets = payload['sets'] as Fields[];
		if (constants && (payload['locale'] !== 'ENGLISH' || sets.some(({ eSetType }) => eSetType !== 'electronic')))
			return 'locale and eSetType are required';
		const place = pdfPlace === 'files' ? payload['files'] : (payload['parcels'] as Fields | undefined)?.['documents'];
		const [pdf] = Array.isArray(place) ? (place as Fields[]) : [];
		if (typeof pdf?.['content'] !== 'string') return 'A PDF is required';
		this.imports++;
		return sets.map(() => ({ setId: this.#add(String(payload['shipmentReference']), 'inbox').setId }));
	}
}

/** The profile that somebody writes who knows the exchange. */
export function profileOf({ home }: DrawnExchange, traits: Traits): Fields {
	const statuses = {
		all: undefined,
		noAll: ['ACTIVE', 'FILED'],
		one: ['ACTIVE'],
		noStatus: [],
		own: ['TRAY', 'SHELF'],
	};
	const searchStatuses = statuses[traits.folders];
	const isLimited = traits.pageSize === '50' && traits.paging !== 'none';
	return {
		...(traits.instance !== 'none' && { instance: home }),
		...(searchStatuses && { searchStatuses }),
		...(traits.furtherField && { searchFields: { tenant: 'blue' } }),
		...((traits.paging !== 'url' || isLimited) && {
			paging: { in: traits.paging, ...(isLimited && { size: 50 }) },
		}),
		...(traits.documents === 'filter' && { setIdFilter: 'parcelId' }),
		...(traits.constants && { shipmentFields: { locale: 'ENGLISH', sets: { eSetType: 'electronic' } } }),
		...(traits.pdfPlace === 'files' && { pdfTemplate: { files: [{ content: '{base64}' }] } }),
		...(traits.success !== 'OK' && { successStatus: traits.success }),
	};
}
