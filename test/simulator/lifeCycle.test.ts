import { startSimulator, type Simulator } from '../../simulator';
import { logIn, readMessage } from './caller';

let simulator: Simulator;
const start = async () => {
	simulator = await startSimulator({ now: () => new Date('2022-05-12T10:20:30Z') });
	const { sets } = simulator.life.importShipment({ sets: [{ setRef: 'SET-1' }, { setRef: 'SET-2' }] }, 'REF');
	return sets.map(({ setId }) => setId);
};
afterEach(() => simulator.stop());

const base = (setId: string) => ({
	parcelReference: simulator.store.sets.get(setId)?.parcelRef,
	customerId: simulator.customerId,
	setId,
	updatedDate: 'Thu May 12 10:20:30 UTC 2022',
	message: 'Set status has been updated',
	transactionId: simulator.store.transactionsOfSet(setId)[0]?.transactionId,
});
const actor = { actor: 'Ada Lindgren', actorCompany: 'Meridian Ocean Lines' };

async function signAndIssue(setId: string): Promise<object> {
	simulator.life.sign(setId);
	await simulator.life.authorize(setId, simulator.person);
	return await simulator.life.issue(setId, simulator.person);
}

describe('the life cycle of a set', () => {
	it('goes from Imported through Signing and Signed to Issued and Filed', async () => {
		const [setId = ''] = await start();
		const caller = await logIn(simulator);
		const seen = async () => {
			const { results } = await caller.found({ status: 'ALL', shipmentRef: 'REF' });
			return results.filter((row) => row.setId === setId).map((row) => [row.status, row.signature]);
		};
		const active = async () => (await caller.found({ shipmentRef: 'REF' })).results.map((row) => row.setId);
		expect(await seen()).toEqual([['imported', '0 of 2']]);
		simulator.life.sign(setId);
		expect(await seen()).toEqual([['signing', '0 of 2']]);
		await simulator.life.authorize(setId, simulator.person);
		expect(await seen()).toEqual([['signed', '1 of 2']]);
		expect(await active()).toContain(setId);
		await simulator.life.issue(setId, simulator.person);
		expect(await seen()).toEqual([['issued', '2 of 2']]);
		expect(await active()).not.toContain(setId);
	});

	it('requires the steps in order', async () => {
		const [setId = ''] = await start();
		const { life, person } = simulator;
		await expect(life.issue(setId, person)).rejects.toThrow('this one is Imported');
		await expect(life.authorize(setId, person)).rejects.toThrow('Nobody has chosen Sign');
		life.sign(setId);
		expect(() => life.sign(setId)).toThrow('this one is Signing');
		await life.authorize(setId, person);
		await life.issue(setId, person);
		await expect(life.issue(setId, person)).rejects.toThrow('this one is Issued');
		expect(simulator.messages).toHaveLength(2);
	});

	it('requires a person to sign and to issue, and a known recipient', async () => {
		const [setId = ''] = await start();
		const { life, person, accounts } = simulator;
		const machine = { ...person, ...accounts[0] };
		life.sign(setId);
		await expect(life.authorize(setId, machine)).rejects.toThrow('Only a person');
		await life.authorize(setId, person);
		await expect(life.issue(setId, machine)).rejects.toThrow('Only a person');
		await expect(life.issue(setId, { ...person, recipientId: 'nobody' })).rejects.toThrow('recipient');
		expect(simulator.store.sets.get(setId)?.stage).toBe('Signed');
		expect(simulator.messages).toHaveLength(1);
	});
});

describe('status messages', () => {
	it('are as specified for Signed and Issued, and every second Issued has the action Sign', async () => {
		const [one = '', two = ''] = await start();
		await signAndIssue(one);
		await signAndIssue(two);
		const common = (setId: string) => ({ ...base(setId), ...actor, instance: 'exchange' });
		expect(simulator.messages.map(readMessage)).toEqual([
			{ ...common(one), newStatus: 'Signed', action: 'Sign' },
			{ ...common(one), newStatus: 'ISSUED', action: 'ISSUE' },
			{ ...common(two), newStatus: 'Signed', action: 'Sign' },
			{ ...common(two), newStatus: 'ISSUED', action: 'Sign' },
		]);
	});

	it('are as specified for Drafted, from the hub and with a user', async () => {
		const [setId = ''] = await start();
		expect(readMessage(await simulator.life.approveDraft(setId))).toEqual({
			...base(setId),
			instance: 'hub',
			newStatus: 'DRAFTED',
			action: 'APPROVE_COLLAB',
			user: 'Ada Lindgren',
		});
	});

	it('are as specified for Title Held, on another transaction and for another customer', async () => {
		const [setId = ''] = await start();
		await signAndIssue(setId);
		const holder = simulator.store.counterparties.all()[3]?.customerId ?? '';
		const set = simulator.store.sets.get(setId);
		if (set) set.titleHolderId = holder;
		const held = await simulator.life.holdTitle(setId);
		const transactions = simulator.store.transactionsOfSet(setId).map(({ transactionId }) => transactionId);
		expect(transactions).toHaveLength(2);
		expect(readMessage(held)).toEqual({
			...base(setId),
			...actor,
			instance: 'exchange',
			newStatus: 'TITLE_HELD',
			action: 'ISSUE',
			customerId: holder,
			transactionId: transactions[1],
		});
		expect((await (await logIn(simulator)).found({ customerIds: [holder] })).results.at(-1)).toMatchObject({
			setId,
			status: 'title_held',
			fromParty: 'Meridian Ocean Lines',
			fromPartyId: simulator.customerId,
		});
	});

	it('are as specified for Transfer Drafted, with a user', async () => {
		const [setId = ''] = await start();
		expect(readMessage(await simulator.life.draftTransfer(setId))).toEqual({
			...base(setId),
			instance: 'exchange',
			newStatus: 'TRANSFER_DRAFTED',
			action: 'DRAFT_TRANSFER',
			user: 'Ada Lindgren',
		});
	});

	it('spell the instance differently', async () => {
		const [setId = ''] = await start();
		for (let round = 0; round < 3; round++) await simulator.life.draftTransfer(setId);
		const spellings = simulator.messages.map((message) => /"instance":"(\w+)"/.exec(JSON.stringify(message))?.[1]);
		expect(new Set(spellings).size).toBe(3);
		expect(new Set(spellings.map((spelling) => spelling?.toLowerCase()))).toEqual(new Set(['exchange']));
	});
});
