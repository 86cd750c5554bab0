import { startSimulator, type Simulator } from '../../simulator';
import { readMessage } from './caller';
import { loggedIn, type Visitor } from './visitor';

let simulator: Simulator;
let visitor: Visitor;
let path: string;
let setIds: string[];
beforeEach(async () => {
	simulator = await startSimulator();
	visitor = await loggedIn(simulator);
	const sets = [{ setRef: 'SET-1' }, { setRef: 'SET-2' }];
	const imported = simulator.life.importShipment({ shipmentReference: 'SHIP', sets }, 'REF');
	path = `/shipments/${imported.shipment.shipmentId}`;
	setIds = imported.sets.map(({ setId }) => setId);
});
afterEach(() => simulator.stop());

const events = () => simulator.messages.map((message) => readMessage(message).newStatus);
const stages = () => setIds.map((setId) => simulator.store.sets.get(setId)?.stage);
const wrong = { username: 'ada.lindgren@meridian.example', password: 'wrong' };

describe('signing', () => {
	it('asks for user name and password, then confirms the signature', async () => {
		const asked = await visitor.submit(`${path}/sign`);
		expect(asked.text).toMatch(/<dialog open.*Authorize the signature/s);
		expect([stages(), events()]).toEqual([['Signing', 'Signing'], []]);
		const signed = await visitor.submit(`${path}/authorize`, simulator.person);
		expect(signed.text).toMatch(/role="status">SHIP is signed\./);
		expect([stages(), events()]).toEqual([
			['Signed', 'Signed'],
			['Signed', 'Signed'],
		]);
		expect((await visitor.open(path)).text).not.toContain('SHIP is signed.');
	});

	it('asks again after a wrong password, and can be continued later', async () => {
		await visitor.submit(`${path}/sign`);
		const refused = await visitor.submit(`${path}/authorize`, wrong);
		expect(refused.text).toMatch(/<dialog open.*role="alert">User name or password is not correct/s);
		expect([stages(), events()]).toEqual([['Signing', 'Signing'], []]);
		expect((await visitor.open(path)).text).toContain('Authorize the signature');
	});

	it('sends one message even if the form is sent several times', async () => {
		await visitor.submit(`${path}/sign`);
		await Promise.all([1, 2, 3].map(() => visitor.post(`${path}/authorize`, simulator.person)));
		expect(events()).toEqual(['Signed', 'Signed']);
	});
});

describe('issuing', () => {
	beforeEach(async () => {
		await visitor.submit(`${path}/sign`);
		await visitor.submit(`${path}/authorize`, simulator.person);
		simulator.messages.length = 0;
	});

	it('offers the consignee once, as the consignee', async () => {
		for (const setId of setIds) simulator.store.sets.get(setId)!.consigneeCompanyName = 'Harbour Bank';
		const { text } = await visitor.open(`${path}?step=issue`);
		expect(text.match(/Harbour Bank<\/label>/g)).toHaveLength(1);
	});

	it('asks for the recipient and for confirmation, and files the shipment', async () => {
		const bank = simulator.store.counterparties.all().find(({ customerName }) => customerName === 'Harbour Bank');
		const recipientId = bank?.customerId ?? '';
		expect((await visitor.open(`${path}?step=issue`)).text).toContain(`value="${recipientId}"`);
		const confirm = await visitor.open(`${path}?step=confirm&recipient=${recipientId}`);
		expect(confirm.text).toMatch(/You are about to issue bills of lading .* to Harbour Bank/);
		expect(events()).toEqual([]);
		const issued = await visitor.submit(`${path}/issue`, { ...simulator.person, recipientId });
		expect(issued.text).toMatch(/role="status">SHIP is issued and filed\./);
		expect([stages(), events()]).toEqual([
			['Issued', 'Issued'],
			['ISSUED', 'ISSUED'],
		]);
		expect(setIds.map((setId) => simulator.store.sets.get(setId)?.titleHolderId)).toEqual([recipientId, recipientId]);
	});

	it('requires the credentials again', async () => {
		const refused = await visitor.submit(`${path}/issue`, { ...wrong, recipientId: '' });
		expect(refused.text).toMatch(/<dialog open.*not correct/s);
		expect((await visitor.post(`${path}/issue`)).status).toBe(400);
		expect([stages(), events()]).toEqual([['Signed', 'Signed'], []]);
	});
});

describe('the other steps', () => {
	it('cause Drafted, Title Held and Transfer Drafted, each in its turn', async () => {
		const [setId = ''] = setIds;
		const step = async (name: string) => (await visitor.submit(`/sets/${setId}/${name}`)).text;
		const offers = async () =>
			[...(await visitor.open(path)).text.matchAll(/sets\/([^"]+)\/([a-z-]+)"/g)]
				.filter(([, of]) => of === setId)
				.map(([, , name]) => name);
		expect(await offers()).toEqual(['approve-draft']);
		expect(await step('approve-draft')).toContain('Drafted was sent');
		await visitor.submit(`${path}/sign`);
		await visitor.submit(`${path}/authorize`, simulator.person);
		await visitor.submit(`${path}/issue`, { ...simulator.person, recipientId: '' });
		expect(await offers()).toEqual(['hold-title', 'draft-transfer']);
		expect(await step('hold-title')).toContain('Title Held was sent');
		expect(await step('draft-transfer')).toContain('Transfer Drafted was sent');
		const ofSet = simulator.messages.map(readMessage).filter((message) => message.setId === setId);
		expect(ofSet.map(({ newStatus }) => newStatus)).toEqual([
			'DRAFTED',
			'Signed',
			'ISSUED',
			'TITLE_HELD',
			'TRANSFER_DRAFTED',
		]);
		expect(ofSet[0]?.instance).toBe('hub');
	});
});
