import { ExplainedError, ServiceError } from '../errors';
import type { Probe, SearchAnswer } from '../exchange/client';
import { isUuid } from '../schemas/ids';
import { type Profile, profileKeys, readProfile } from '../schemas/profile';
import { rowKey, type SetRow } from '../schemas/search';

type Result = 'ok' | 'differs' | 'failed' | 'skipped';
type Finding = readonly [result: Result, seen: string, advice?: string];
type Body = Record<string, unknown>;

/** A kind of search: whom it names, the words of its status, one search each, and its instance, if it has one. */
type Kind = { who: readonly string[] | null; words: readonly string[]; instance: string | null };
/** What a search has shown. `refusal`: why it was not accepted. */
type Seen = { body: Body; refusal: string | null; rows: readonly SetRow[]; count: number };

/** What a check needs of one before it is missing. */
class Skipped extends Error {}

const twice = 'What a search leaves out is not found before an import either, and is imported twice.';
const tooFew = 'This user sees too few sets to compare. Run the check again when there are some.';
const searchChecks = new Set([
	'Search',
	'Application',
	'Folders',
	'All customers',
	'Word of success',
	'Paging',
	'Documents',
]);
/** The keys that it proposes itself; every other one stays as it is. */
const foundOut = new Set<keyof Profile>(['paging', 'setIdFilter', 'instance', 'searchStatuses', 'successStatus']);
const usualPaging = readProfile({}).paging;
type Paging = Profile['paging'];

/** Exchange → Check: what an exchange is like, in words, and the profile that it needs (docs/exchange-profile.md). It reads only. */
export class ExchangeCheck {
	readonly #probe: Probe;
	/** The profile as it is now. */
	readonly #present: Profile;
	/** What was seen to work, and what reading cannot test. */
	readonly #proposal: Partial<Record<keyof Profile, unknown>> = {};
	/** What may name somebody or something. */
	readonly #names: Set<string>;
	readonly #asked = new Map<string, Promise<Seen>>();
	readonly #pages: SearchAnswer[] = [];
	#isLoggedIn = false;
	#who: Kind['who'] = null;
	/** A search that was accepted, with the choices so far. */
	#kind: Kind | null = null;
	#document: { setId: string; documentId: string } | undefined;

	constructor(probe: Probe, present: Profile) {
		this.#probe = probe;
		this.#present = present;
		this.#names = new Set([probe.user]);
		const usual = readProfile({});
		for (const key of profileKeys)
			if (!foundOut.has(key) && JSON.stringify(present[key]) !== JSON.stringify(usual[key]))
				this.#proposal[key] = present[key];
	}

	/** The items, in their order; the last one has the profile to paste. `isOver`: the time of the check has ended. */
	async *run(isOver: () => boolean) {
		const checks: [name: string, find: () => Promise<Finding>][] = [
			['Login', () => this.#logIn()],
			['Customers', () => this.#customers()],
			['Search', () => this.#search()],
			['Application', () => this.#instance()],
			['Folders', () => this.#folders()],
			['All customers', () => this.#allCustomers()],
			['Word of success', () => this.#success()],
			['Paging', () => this.#paging()],
			['Documents', () => this.#documents()],
			['PDF', () => this.#pdf()],
			['Import address', () => this.#importAddress()],
		];
		const failed: string[] = [];
		for (const [check, find] of checks) {
			const [result, seen, advice = ''] = await find().catch((error: unknown): Finding => {
				if (isOver()) return ['failed', 'The minute of the check was over.', 'Run it again.'];
				if (error instanceof Skipped) return ['skipped', error.message];
				if (error instanceof ExplainedError) return ['failed', error.message, error.description];
				throw error;
			});
			if (result === 'failed' && searchChecks.has(check)) failed.push(check);
			yield { check, result, seen: this.#plain(seen), advice: this.#plain(advice) };
		}
		const [result, seen, advice] = this.#verdict(failed);
		yield { check: 'Profile', result, seen, advice, profile: JSON.stringify(this.#proposal, null, 2) };
	}

	#verdict(failed: readonly string[]): [Result, seen: string, advice: string] {
		if (!this.#kind) return ['failed', 'No search was seen to work.', 'Keep the present profile until one does.'];
		if (failed.length > 0)
			return [
				'failed',
				`Not all was seen: ${failed.join(', ')}.`,
				'Correct that, and run the check again before you paste this.',
			];
		const isSame = JSON.stringify(readProfile(this.#proposal)) === JSON.stringify(this.#present);
		if (isSame) return ['ok', 'The credential has the profile that this exchange needs.', ''];
		const seen = 'This was seen to work. Keys that reading cannot test are as they were.';
		return ['differs', seen, 'Paste the text of "profile" into "Exchange Profile" in the credential.'];
	}

	#plain(text: string): string {
		const names = [...this.#names].filter((name) => name.length > 2);
		const masked = names.reduce((rest, name) => rest.replaceAll(name, '…'), text);
		return masked.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{4,}/gi, '…');
	}

	async #logIn(): Promise<Finding> {
		const seconds = await this.#probe.logIn();
		this.#isLoggedIn = true;
		return [
			'ok',
			`The token ${seconds === null ? 'does not say how long it is valid' : `is valid for ${seconds} seconds`}.`,
		];
	}

	#needsLogin(): void {
		if (!this.#isLoggedIn) throw new Skipped('There was no login.');
	}

	async #customers(): Promise<Finding> {
		this.#needsLogin();
		const customers = await this.#probe.counterparties();
		for (const { customerId, customerName } of customers) this.#names.add(customerId).add(customerName);
		const ids = customers.map(({ customerId }) => customerId).filter(isUuid);
		if (ids.length === 0) return ['differs', 'The list is empty.', 'Ask the operator whose sets this user may see.'];
		this.#who = ids;
		return ['ok', `${ids.length} in the list.`];
	}

	/** Asks each question once. */
	async #ask(body: Body, query?: Record<string, string>): Promise<Seen> {
		const key = JSON.stringify([body, query]);
		const send = async (): Promise<Seen> => {
			try {
				const answer = await this.#probe.search(body, query);
				this.#pages.push(answer);
				const { results: rows, total } = answer.page;
				return { body, refusal: null, rows, count: total ?? rows.length };
			} catch (error) {
				// Anything else says nothing about the search.
				if (!(error instanceof ServiceError) || !isRefusal(error.status)) throw error;
				return { body, refusal: error.message, rows: [], count: 0 };
			}
		};
		const seen = this.#asked.get(key) ?? send();
		this.#asked.set(key, seen);
		return await seen;
	}

	/** The searches of a kind, as one. */
	async #look({ who, words, instance }: Kind, further: Body = this.#present.searchFields): Promise<Seen> {
		const base = { ...further, ...(instance !== null && { instance }), ...(who && { customerIds: who }) };
		const bodies = words.length === 0 ? [base] : words.map((status) => ({ status, ...base }));
		const seen: Seen[] = [];
		for (const body of bodies) seen.push(await this.#ask(body));
		const refusal = seen.find((each) => each.refusal !== null)?.refusal ?? null;
		const rows = seen.flatMap((each) => each.rows);
		return { body: bodies[0] ?? base, refusal, rows, count: seen.reduce((sum, { count }) => sum + count, 0) };
	}

	/** The first of these kinds that is accepted and leaves out no set that another one shows, else the one that shows most. */
	async #choose(kinds: readonly Kind[]): Promise<{ kind: Kind; seen: readonly Seen[]; leavesOut: boolean }> {
		const seen: Seen[] = [];
		for (const kind of kinds) seen.push(await this.#look(kind));
		const accepted = kinds.flatMap((kind, index) => {
			const shown = seen[index];
			return shown?.refusal === null ? [{ kind, shown, leavesOut: seen.some((other) => lacks(shown, other)) }] : [];
		});
		const [most] = accepted.toSorted((one, other) => other.shown.count - one.shown.count);
		const { kind, leavesOut } = accepted.find((each) => !each.leavesOut) ??
			most ?? { kind: this.#accepted, leavesOut: true };
		return { kind, seen, leavesOut };
	}

	async #search(): Promise<Finding> {
		this.#needsLogin();
		const usual: Kind = { who: this.#who, words: ['ACTIVE'], instance: 'EXCHANGE' };
		const first = await this.#look(usual, {});
		const { searchStatuses = [] } = this.#present;
		for (const who of [this.#who, null])
			for (const instance of [usual.instance, ...this.#instances])
				for (const words of [['ACTIVE'], ['ALL'], ['FILED'], [], ...searchStatuses.map((word) => [word])])
					if (!this.#kind && (await this.#look({ who, words, instance })).refusal === null)
						this.#kind = { who, words, instance };
		const advice =
			'Ask the operator what a search needs, and enter it as "searchFields", "instance" and "searchStatuses".';
		if (!this.#kind) return ['failed', `No search was accepted: ${first.refusal ?? ''}`, advice];
		const [narrow, wide] = [await this.#look(this.#kind), await this.#look(this.#kind, {})];
		if (lacks(narrow, wide)) return ['differs', '"searchFields" leaves out sets.', twice];
		if (first.refusal === null) return ['ok', `That of the specification is accepted: ${inWords(first)}.`];
		return ['differs', `That of the specification is ${inWords(first)}, and another one is accepted.`];
	}

	get #accepted(): Kind {
		if (!this.#kind) throw new Skipped('No search was accepted.');
		return this.#kind;
	}

	get #instances(): readonly (string | null)[] {
		return [...new Set([null, 'EXCHANGE', 'HUB', this.#present.instance ?? null])];
	}

	get #folderKinds(): readonly Kind[] {
		const { searchStatuses } = this.#present;
		const choices = [
			['ALL'],
			['ACTIVE', 'FILED'],
			...(searchStatuses ? [searchStatuses] : []),
			['ACTIVE'],
			['FILED'],
			[],
		];
		return choices.map((words) => ({ ...this.#accepted, words }));
	}

	async #instance(): Promise<Finding> {
		this.#kind = (await this.#choose(this.#folderKinds)).kind;
		const kinds = this.#instances.map((instance) => ({ ...this.#accepted, instance }));
		const { kind, seen, leavesOut } = await this.#choose(kinds);
		const shown = kinds.map(({ instance }, index) => `${instance ?? 'none'}: ${inWords(seen[index])}`).join('; ');
		this.#kind = kind;
		if (kind.instance !== null) this.#proposal.instance = kind.instance;
		const others = leavesOut ? `Sets of another one are left out. ${twice}` : '';
		return kind.instance === null
			? ['ok', shown, others]
			: ['differs', shown, `Every search has to name ${kind.instance}. ${others}`.trim()];
	}

	async #folders(): Promise<Finding> {
		const kinds = this.#folderKinds;
		const { kind, seen, leavesOut } = await this.#choose(kinds);
		const shown = kinds
			.map(({ words }, index) => `${words.join(' and ') || 'no status'}: ${inWords(seen[index])}`)
			.join('; ');
		if (leavesOut)
			return ['failed', shown, `None of these shows every set. Ask for the words of "searchStatuses". ${twice}`];
		this.#kind = kind;
		// The nodes find these out by themselves.
		const [all] = seen;
		const isFoundOut = kind === kinds[0] || (kind === kinds[1] && (all?.refusal !== null || all.count === 0));
		if (isFoundOut) return ['ok', shown];
		this.#proposal.searchStatuses = kind.words;
		return ['differs', shown, `Every set is shown with ${kind.words.join(' and ') || 'no status'}.`];
	}

	async #allCustomers(): Promise<Finding> {
		const [none, all] = [
			await this.#look({ ...this.#accepted, who: null }),
			await this.#look({ ...this.#accepted, who: this.#who }),
		];
		const shown = `Without customers: ${inWords(none)}; with all: ${inWords(all)}.`;
		if (none.refusal === null && !lacks(none, all)) return ['ok', shown];
		const isNoticed = none.refusal !== null || none.count === 0;
		return ['differs', shown, isNoticed ? 'The nodes name all customers by themselves.' : `Choose customers. ${twice}`];
	}

	/** Of the searches for every set, the one that shows most. */
	async #largest(): Promise<Seen> {
		const { words, ...kind } = this.#accepted;
		const each: Seen[] = [await this.#look({ ...kind, words: words.slice(0, 1) })];
		for (const word of words.slice(1)) each.push(await this.#look({ ...kind, words: [word] }));
		return each.reduce((most, one) => (one.count > most.count ? one : most));
	}

	async #success(): Promise<Finding> {
		await this.#look(this.#accepted);
		const withSets = this.#pages.filter(({ page }) => page.results.length > 0);
		const telling = withSets.length > 0 ? withSets : this.#pages;
		const words = [...new Set(telling.map(({ status }) => status))];
		if (telling.some(({ saysSuccess }) => saysSuccess)) return ['ok', 'An answer says that the search has succeeded.'];
		if (withSets.length === 0 || words.length > 1 || words[0] === '')
			return [
				'differs',
				`"status" is ${words.join(', ') || 'missing'}.`,
				'If it means success, enter it as "successStatus".',
			];
		this.#proposal.successStatus = words[0];
		return [
			'differs',
			`"status" is ${words.join()} where there are sets.`,
			'So an empty answer with it means that there are none.',
		];
	}

	/** Tries the places of offset and limit, with smaller pages where large ones are not accepted, until the second page is another one. */
	async #paging(): Promise<Finding> {
		const sets = await this.#largest();
		const { paging: present } = this.#present;
		const isOne = sets.count <= 1;
		let isOnePage = sets.rows.length >= sets.count;
		const page = async (paging: Paging, offset: number, limit: number) => {
			const asked = { [paging.offset]: offset, [paging.limit]: limit };
			if (paging.in === 'body') return await this.#ask({ ...sets.body, ...asked });
			const texts = Object.entries(asked).map(([name, value]): [string, string] => [name, `${value}`]);
			return await this.#ask(sets.body, Object.fromEntries(texts));
		};
		const accepted = async (place: Paging): Promise<Paging | null> => {
			for (const size of new Set([place.size, 50, 20]))
				if ((await page(place, 0, size)).refusal === null) return { ...place, size };
			return null;
		};
		const inBody: Paging = { ...usualPaging, in: 'body' };
		for (const place of [usualPaging, ...(present.in === 'none' ? [] : [present]), inBody]) {
			const paging = await accepted(place);
			if (!paging) continue;
			const [first, second] = isOne ? [null, null] : [await page(paging, 0, 1), await page(paging, 1, 1)];
			const [row, next] = [first?.rows[0], second?.rows[0]];
			// A limit that is kept is not ignored.
			if (first?.refusal === null && first.rows.length < 2) isOnePage = false;
			if (!isOne && (!row || !next || rowKey(row) === rowKey(next))) continue;
			const seen = isOne
				? `They are accepted. ${tooFew}`
				: `The second page is another one, and the limit is ${first?.rows.length === 1 ? 'kept' : 'not kept'}.`;
			if (place === usualPaging && paging.size === place.size) return ['ok', seen];
			this.#proposal.paging = paging;
			const advice = `Offset and limit belong in the ${paging.in}, with at most ${paging.size} sets per page.`;
			return ['differs', seen, advice];
		}
		if (!isOnePage)
			return ['failed', 'Offset and limit lead to no other page.', 'Ask how to request one, and enter it as "paging".'];
		this.#proposal.paging = { in: 'none' };
		return [
			'differs',
			'Offset and limit lead to no other page: one answer has all sets.',
			'The nodes request no other.',
		];
	}

	async #documents(): Promise<Finding> {
		const sets = await this.#largest();
		const [row] = sets.rows;
		if (!row) throw new Skipped(tooFew);
		const { setId, shipmentRef } = row;
		const { setIdFilter } = this.#present;
		for (const each of sets.rows) this.#names.add(each.setId).add(each.shipmentRef ?? '');
		const lists = ({ rows }: Seen) => {
			for (const { setId, documents } of rows) {
				const documentId = documents?.find((each) => isUuid(each.documentId))?.documentId;
				if (documentId !== undefined) this.#document ??= { setId, documentId };
			}
			return this.#document !== undefined;
		};
		const one = setIdFilter === undefined ? null : await this.#ask({ ...sets.body, [setIdFilter]: setId });
		if (one?.rows.length && one.rows.every((each) => each.setId === setId)) this.#proposal.setIdFilter = setIdFilter;
		if (lists(sets)) return ['ok', 'Listed in a search of many sets.'];
		if (one && lists(one)) return ['ok', 'Listed in a search for the ID of a set.'];
		if (shipmentRef && lists(await this.#ask({ ...sets.body, shipmentRef })))
			return ['ok', 'Listed in a search of one shipment, which the nodes make.'];
		const advice = 'If the sets have some, ask for a search filter for set IDs, and enter its name as "setIdFilter".';
		return ['differs', 'No search lists any.', advice];
	}

	async #pdf(): Promise<Finding> {
		if (!this.#document) throw new Skipped('No document was listed.');
		const { size, isBase64 } = await this.#probe.pdf(this.#document);
		return ['ok', `${size} bytes, sent as ${isBase64 ? 'Base64' : 'a file'}.`];
	}

	async #importAddress(): Promise<Finding> {
		this.#needsLogin();
		const status = await this.#probe.importStatus();
		const advice = 'If imports fail with 404, ask the operator for the Import URL.';
		return ['ok', `It answers with status ${status}. Nothing was imported.`, status === 404 ? advice : ''];
	}
}

/** Some services answer 500 to what they do not know. */
function isRefusal(status: number | null): boolean {
	return status !== null && [400, 403, 404, 405, 409, 422, 500].includes(status);
}

/** Whether the other search shows sets that this one does not. */
function lacks({ rows, count }: Seen, other: Seen): boolean {
	const keys = new Set(rows.map(rowKey));
	return rows.length >= count ? other.rows.some((row) => !keys.has(rowKey(row))) : count < other.count;
}

function inWords(seen: Seen | undefined): string {
	return seen && seen.refusal === null ? `${seen.count} sets` : `not accepted (${seen?.refusal ?? ''})`;
}
