import type { FastifyInstance } from 'fastify';
import * as z from 'zod/v4';

import { searchStatuses } from '../../nodes/CargoExchange/vocabulary';
import type { ParcelSet, SearchStatus, SetDocument, Transaction } from '../entities';
import { ErrorStatus } from '../errorStatus';
import type { Exchange } from '../exchange';
import { modifiedDate } from '../dates';
import type { Settings } from '../options';
import type { Store } from '../store';

const filters = z.looseObject({
	status: z.string().optional(),
	instance: z.string().optional(),
	customerIds: z.array(z.guid()).optional(),
	shipmentRef: z.string().optional(),
});
type Filters = z.infer<typeof filters>;

/** Search sets (docs/service.md 4.3): one row per transaction that matches every filter, page by page. */
export function searchRoutes(app: FastifyInstance, { settings, store }: Exchange): void {
	const rules = settings.search;
	app.post('/v3/common/sets/search', (request, reply) => {
		const body = filters.safeParse(request.body);
		if (!body.success) {
			const [issue] = body.error.issues;
			throw new ErrorStatus(
				400,
				`Search request: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`,
			);
		}
		const matching = find(store, rules, body.data);
		const page = pageAsked(rules, rules.paging === 'body' ? body.data : request.query);
		const ofOneSet = matching.every((row) => row.setId === matching[0]?.setId);
		const listDocuments = ofOneSet || !rules.documentsOnlyForOneSet;
		const results = matching.slice(page.offset, page.offset + page.limit).map((row) => {
			const set = store.sets.get(row.setId);
			if (set === undefined) throw new Error(`Transaction ${row.transactionId} has no set`);
			return resultItem(row, set, listDocuments ? store.documentsOfSet(row.setId) : []);
		});
		const data = { offset: page.offset, limit: page.limit, total: matching.length, count: results.length, results };
		return reply.send({ code: 200, status: 'OK', data, links: [] });
	});
}

function find(store: Store, rules: Settings['search'], asked: Filters): Transaction[] {
	const customerIds = (asked.customerIds ?? []).map((id) => id.toLowerCase());
	if (customerIds.length === 0 && rules.requireCustomerIds) throw new ErrorStatus(400, 'customerIds is required');
	const status = searchStatus(asked.status ?? (rules.activeByDefault ? 'ACTIVE' : 'ALL'));
	const instance = asked.instance?.toUpperCase();
	if (instance !== undefined && instance !== 'EXCHANGE' && instance !== 'HUB') {
		throw new ErrorStatus(400, `instance ${asked.instance ?? ''} is not known`);
	}

	const setId = rules.setIdFilter === null ? undefined : text(asked[rules.setIdFilter]);

	const [only, second] = customerIds;
	const wanted = new Set(customerIds);
	const candidates =
		only !== undefined && second === undefined ? store.transactionsOfCustomer(only) : store.transactions.values();
	const found: Transaction[] = [];
	for (const row of candidates) {
		if (second !== undefined && !row.visibleTo.some((id) => wanted.has(id))) continue;
		if (!isIn(row, status)) continue;
		if (instance !== undefined && !row.instances.includes(instance)) continue;
		if (setId !== undefined && row.setId !== setId) continue;
		if (asked.shipmentRef !== undefined && store.sets.get(row.setId)?.shipmentRef !== asked.shipmentRef) continue;
		found.push(row);
	}
	return found;
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined;
}

function isIn(row: Transaction, status: SearchStatus): boolean {
	if (status === 'ALL') return true;
	return status === 'ACTIVE' || status === 'FILED' ? row.folder === status : row.process === status;
}

function searchStatus(text: string): SearchStatus {
	if (isSearchStatus(text)) return text;
	throw new ErrorStatus(400, `status ${text} is not known`);
}

function isSearchStatus(text: string): text is SearchStatus {
	return Object.hasOwn(searchStatuses, text);
}

/** A page larger than the exchange's own maximum is cut down to it, and the answer says so. */
function pageAsked(rules: Settings['search'], from: unknown): { offset: number; limit: number } {
	const whole = z.coerce.number().int().nonnegative().optional();
	const page = z.looseObject({ [rules.offsetName]: whole, [rules.limitName]: whole }).safeParse(from ?? {});
	if (!page.success) throw new ErrorStatus(400, 'offset and limit must be whole numbers');
	const read = (name: string) => (rules.paging === 'none' ? undefined : whole.parse(page.data[name]));
	const limit = read(rules.limitName) ?? rules.maximumPageSize;
	if (limit === 0) throw new ErrorStatus(400, 'limit must be at least 1');
	return { offset: read(rules.offsetName) ?? 0, limit: Math.min(limit, rules.maximumPageSize) };
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
