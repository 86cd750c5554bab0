import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import * as z from 'zod/v4';

import { searchStatuses } from '../../nodes/CargoExchange/vocabulary';
import type { ParcelSet, SearchStatus, SetDocument, Transaction } from '../entities';
import { ErrorStatus, parseRequest } from '../errorStatus';
import type { Exchange } from '../exchange';
import type { Settings } from '../options';
import type { Store } from '../store';

const unknown = { error: ({ input }: { input?: unknown }) => `${String(input)} is not known` };

const filters = z.looseObject({
	status: z.custom<SearchStatus>(isSearchStatus, unknown).optional(),
	instance: z
		.string()
		.toUpperCase()
		.pipe(z.enum(['EXCHANGE', 'HUB'], unknown))
		.optional(),
	customerIds: z.array(z.guid().toLowerCase()).optional(),
	shipmentRef: z.string().optional(),
});

function isSearchStatus(value: unknown): boolean {
	return typeof value === 'string' && Object.hasOwn(searchStatuses, value);
}

/** Search sets (docs/service.md 4.3): one result per transaction that matches every filter, page by page. */
export function searchRoute(app: FastifyInstance, { settings, store }: Exchange, path: string): void {
	const rules = settings.search;
	app.post(path, ({ body, query }) => {
		const asked = parseRequest(filters, body);
		const matching = find(store, rules, asked);
		const { offset, limit } = pageAsked(rules, rules.paging === 'body' ? asked : query);
		const ofOneSet = matching.every((row) => row.setId === matching[0]?.setId);
		const results = matching.slice(offset, offset + limit).map((row) => {
			const set = store.sets.get(row.setId);
			if (set === undefined) throw new Error(`Transaction ${row.transactionId} has no set`);
			return resultItem(row, set, ofOneSet ? store.documentsOfSet(row.setId) : []);
		});
		const data = { offset, limit, total: matching.length, count: results.length, results };
		return { code: 200, status: 'OK', data, links: [] };
	});
}

function find(store: Store, rules: Settings['search'], asked: z.output<typeof filters>): Transaction[] {
	const { customerIds = [], shipmentRef, instance } = asked;
	const [customerId, ...others] = new Set(customerIds);
	if (customerId === undefined) throw new ErrorStatus(400, 'customerIds is required');
	const setId = rules.setIdFilter === null ? undefined : asked[rules.setIdFilter];

	const candidates = others.length === 0 ? store.transactionsOfCustomer(customerId) : store.transactions.all();
	return candidates.filter(
		(row) =>
			(others.length === 0 || row.visibleTo.some((id) => customerIds.includes(id))) &&
			isIn(row, asked.status ?? 'ACTIVE') &&
			(instance === undefined || row.instances.includes(instance)) &&
			(typeof setId !== 'string' || setId === '' || row.setId === setId.toLowerCase()) &&
			(shipmentRef === undefined || store.sets.get(row.setId)?.shipmentRef === shipmentRef),
	);
}

function isIn(row: Transaction, status: SearchStatus): boolean {
	if (status === 'ALL') return true;
	return status === 'ACTIVE' || status === 'FILED' ? row.folder === status : row.process === status;
}

/** A limit above the maximum page size is lowered to it, and the response says so. */
function pageAsked(rules: Settings['search'], from: unknown): { offset: number; limit: number } {
	const { offsetName, limitName, maximumPageSize } = rules;
	if (rules.paging === 'none') return { offset: 0, limit: maximumPageSize };
	const offset = z.coerce.number().int().nonnegative().default(0);
	const limit = z.coerce.number().int().positive().default(maximumPageSize);
	const asked = z.record(z.string(), z.unknown()).parse(from);
	const page = z.object({ offset, limit });
	const { offset: start, limit: count } = parseRequest(page, { offset: asked[offsetName], limit: asked[limitName] });
	return { offset: start, limit: Math.min(count, maximumPageSize) };
}

/** A search result and its documents (docs/service.md 2.5 and 2.6). */
function resultItem(row: Transaction, set: ParcelSet, documents: readonly SetDocument[]) {
	return {
		setId: set.setId,
		transactionId: row.transactionId,
		parcelRef: set.parcelRef,
		shipmentRef: set.shipmentRef,
		status: row.status,
		destinationName: set.destinationName,
		destinationCountry: set.destinationCountry,
		cargoName: set.cargoName,
		modifiedDate: modifiedDate(row.modifiedAt),
		fromParty: row.fromParty,
		fromPartyId: row.fromPartyId,
		documents: documents.map(({ name, documentId, docType, xmlContent }) => ({
			name,
			documentId,
			docType,
			xmlContent,
		})),
		actions: null,
		billOfLadingDate: set.billOfLadingDate,
		signature: `${set.signaturesDone} of ${set.signaturesTotal}`,
		quantity: set.quantity,
		consignorCompanyName: set.consignorCompanyName,
		consigneeCompanyName: set.consigneeCompanyName,
		loadPort: set.loadPort,
		vesselName: set.vesselName,
		links: [],
	};
}

/** `12 May 2022 14:05`, in UTC (docs/service.md 2.5). */
export function modifiedDate(at: Date): string {
	return DateTime.fromJSDate(at, { zone: 'utc' }).setLocale('en').toFormat('dd MMM yyyy HH:mm');
}
