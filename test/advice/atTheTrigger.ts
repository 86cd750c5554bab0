import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { panel } from '../../nodes/CargoExchange/trigger/editorTexts';
import { statusMessage } from '../dispatch/workflows';
import { read as pageOf } from '../docs/pages';
import { until, type useSharedBroker } from '../helpers/broker';
import { edited, published, starting, wrongPassword } from '../dispatch/fakeQueue';
import { ActiveWorkflow } from '../trigger/activeWorkflow';
import { before, publish } from '../trigger/publishedTrigger';
import { tollOf, type Scenario } from './scenario';
import { CountedWorkflow, sharedQueue } from './sharedQueue';

const minute = 60_000;
const hour = 60 * minute;

/** Two workflows on one queue; the executions of the second fail for twelve hours. */
async function outage(events = 12, end: 'failed' | 'notStarted' = 'failed') {
	const at = await sharedQueue();
	at.workflow.ends = end;
	at.deliver(events);
	await at.clock.advance(12 * hour);
	return at;
}

/** Two workflows on one queue; an execution of the second runs for longer than "Free Slot After" for each of these events. */
async function longRuns(events: number, parallel = 5) {
	const at = await sharedQueue({ parallel });
	at.workflow.ends = null;
	at.deliver(events);
	await at.clock.advance(61 * minute);
	return at;
}

/** Two workflows on one queue; a new version of the second one cannot be published for so long. */
async function refusedFor(ms: number) {
	let fault: typeof wrongPassword | null = null;
	const at = await sharedQueue({ setup: { verify: () => Promise.resolve(fault) } });
	fault = wrongPassword;
	await at.publishAgain(edited).catch(() => undefined);
	at.deliver(12);
	await at.clock.advance(ms);
	fault = null;
	await at.publishAgain(published);
	await at.clock.advance(minute);
	return at.toll();
}

/** Two workflows on one queue; the second one writes its address otherwise when n8n starts, and is refused. */
async function twoAddresses() {
	const at = await sharedQueue({ setup: { consumersOf: () => 1 } });
	at.unpublish();
	await at.clock.advance(11 * minute);
	const refused = new CountedWorkflow('w');
	const { credential } = refused;
	refused.withCredential({ hostname: '10.0.0.1' });
	const workflow = await at.publishAgain(starting, refused);
	await at.clock.advance(minute);
	return { ...at, workflow, sameAddress: credential };
}

const { executionsHelp, activationHint } = panel;
/** What the editor shows beside the node. */
const read = [executionsHelp, activationHint].flatMap((texts) => Object.values(texts ?? {}).map(String));

export const scenariosWith = (shared: ReturnType<typeof useSharedBroker>): Scenario[] => [
	{
		name: 'what the workflow uses is repaired after twelve hours, and nothing is published',
		does: ['Repair what the failed executions name'],
		async follow() {
			const at = await outage();
			at.workflow.ends = 'done';
			await at.clock.advance(15 * minute);
			return at.toll();
		},
	},
	{
		name: 'the trigger is changed and published after twelve hours',
		does: ['publish the workflow if you have changed it'],
		async follow() {
			const at = await outage();
			await at.publishAgain(edited);
			await at.clock.advance(minute);
			return at.toll();
		},
	},
	{
		name: 'an event that always fails is rejected, also from a batch, and "Retry" is clicked in its last failed execution',
		does: [
			"in the event's last failed execution, and for other executions, **Retry** continues at the failed step.",
			'Then **Retry** only its *last* failed execution.',
		],
		async follow() {
			const at = await sharedQueue({ batchSize: 3 });
			at.workflow.fails = 1;
			at.deliver(3);
			for (let event = 4; event <= 12; event++) {
				await at.clock.advance(hour);
				at.deliver(1);
			}
			await at.clock.advance(hour);
			expect(at.left).toBe(0);
			const failed = at.workflow.started.filter((numbers) => numbers.includes(1));
			expect(failed[0]).toEqual([1, 2, 3]);
			at.workflow.done.push(...(failed.at(-1) ?? []));
			await at.clock.advance(12 * hour);
			return { ...at.toll(), read: ['docs/examples.md', 'docs/before-you-publish.md'].map(pageOf) };
		},
	},
	{
		name: 'the owner of another workflow repairs the paused one, which blocks the queue',
		does: ['Repair what is paused'],
		async follow() {
			const at = await outage(800);
			at.workflow.ends = 'done';
			await at.clock.advance(hour);
			return at.toll([at.other]);
		},
	},
	{
		name: 'n8n starts no execution for twelve hours, and then does again',
		does: ['The trigger continues by itself as soon as n8n starts executions again'],
		async follow() {
			const at = await outage(12, 'notStarted');
			at.workflow.ends = 'done';
			await at.clock.advance(15 * minute);
			return at.toll();
		},
	},
	{
		name: 'a version that could not be published is corrected nine minutes later',
		does: ['Correct the cause, then publish the workflow again'],
		follow: () => refusedFor(9 * minute),
	},
	{
		name: 'the same after twelve hours: what is given up is told with its number',
		does: ['Correct the cause, then publish the workflow again', '12 messages are no longer kept for this workflow'],
		costs: { lost: 12 },
		follow: () => refusedFor(12 * hour),
	},
	{
		name: 'executions that only take long are waited for',
		does: ['If they only take long, wait'],
		async follow() {
			const at = await longRuns(12, 5);
			at.workflow.ends = 'done';
			await at.clock.advance(11 * hour);
			at.workflow.endAll('done');
			await at.clock.advance(minute);
			return at.toll();
		},
	},
	{
		name: 'the trigger is published with other options while executions take long, which then end',
		does: ['publish the trigger with other options, which runs their events again (not with On Start)'],
		costs: { doubled: 5 },
		async follow() {
			const at = await longRuns(12, 5);
			await at.publishAgain(edited);
			await at.clock.advance(minute);
			at.workflow.endAll('done');
			await at.clock.advance(12 * hour);
			return at.toll();
		},
	},
	{
		name: 'executions that hang are stopped after the trigger was published with other options',
		does: ['If they hang, publish', 'then stop them in the list of executions.'],
		async follow() {
			const at = await longRuns(12, 5);
			await at.publishAgain(edited);
			at.workflow.endAll('stopped');
			await at.clock.advance(12 * hour);
			return at.toll();
		},
	},
	{
		name: 'one execution takes long, and "Free Slot After" is raised when it has ended',
		does: ['If it is meant to take so long, increase "Free Slot After (Minutes)" when it has ended'],
		async follow() {
			const at = await longRuns(1);
			await at.clock.advance(11 * hour);
			at.workflow.endAll('done');
			await at.publishAgain(edited);
			await at.clock.advance(minute);
			return at.toll();
		},
	},
	{
		name: 'one execution that hangs is stopped',
		does: ['If it hangs, stop it in the list of executions: its event is then given up without a retry.'],
		costs: { lost: 1 },
		async follow() {
			const at = await longRuns(1);
			at.workflow.ends = 'done';
			at.workflow.endAll('stopped');
			await at.clock.advance(12 * hour);
			return at.toll();
		},
	},
	{
		name: 'a workflow that wrote the address otherwise gets the credential of the other one within ten minutes',
		does: ['Use one credential for both triggers'],
		async follow() {
			const at = await twoAddresses();
			at.deliver(12);
			await at.clock.advance(8 * minute);
			await at.publishAgain(edited);
			await at.clock.advance(minute);
			return at.toll();
		},
	},
	{
		name: 'its credential is changed after twelve hours: what is given up was told with its number',
		does: ['or enter the same address in both credentials', '12 messages are no longer kept for this workflow'],
		costs: { lost: 12 },
		async follow() {
			const at = await twoAddresses();
			at.deliver(12);
			await at.clock.advance(12 * hour);
			at.workflow.credential = at.sameAddress;
			await at.clock.advance(minute);
			return at.toll();
		},
	},
	{
		name: 'two queue servers get different cluster names',
		does: ['If they are two queue servers, give one of them another cluster name.'],
		async follow() {
			const names = new Map<string, string>();
			const clusterNameOf = ({ hostname }: { hostname: string }) => names.get(hostname) ?? 'rabbit@host';
			const at = await sharedQueue({ servers: 2, setup: { consumersOf: () => 1, clusterNameOf } });
			at.unpublish();
			await at.clock.advance(11 * minute);
			const elsewhere = new CountedWorkflow('w').withCredential({ hostname: '10.0.0.1' });
			await at.publishAgain(starting, elsewhere);
			await at.clock.advance(minute);
			names.set('10.0.0.1', 'rabbit@elsewhere');
			await at.clock.advance(minute);
			at.deliver(12);
			await at.clock.advance(12 * hour);
			return at.toll();
		},
	},
	{
		name: 'the test shows a sample, and the message in the queue is left for the published workflow',
		does: ['Set "Test With" to "Sample Event".'],
		async follow() {
			const parameters = { testWith: 'sampleEvent', events: ['issued'] };
			const node = new CargoExchangeTrigger();
			const workflow = await ActiveWorkflow.start(node, 'sample', { queueAccount: null, parameters }, 'manual');
			const shown = await workflow.testStep();
			await workflow.close();
			return {
				...tollOf(
					['sample'],
					shown.map(({ json }) => (json['event'] === 'issued' ? 'sample' : 'another')),
				),
				read,
			};
		},
	},
	{
		name: 'the test shows a message, which then starts the published workflow',
		does: ['click the button to see the next message that passes the filters.'],
		async follow() {
			const { connection, account: queueAccount } = shared;
			const queue = await connection.queue();
			await connection.publish(queue, [statusMessage('set 1', 1), statusMessage('set 2', 2)]);
			const node = new CargoExchangeTrigger();
			const setup = { queueAccount, parameters: { queue } };
			const inEditor = await ActiveWorkflow.start(node, 'test', setup, 'manual');
			await inEditor.testStep();
			await inEditor.close();
			const workflow = await ActiveWorkflow.start(node, 'published', setup);
			await until(() => workflow.executions.length === 2);
			await workflow.close();
			await until(async () => (await connection.channel.checkQueue(queue)).consumerCount === 0);
			await connection.channel.deleteQueue(queue, { ifUnused: true, ifEmpty: true });
			return { ...tollOf(['P-1', 'P-2'], workflow.fields('parcelRef')), read };
		},
	},
	{
		name: 'a workflow is published while messages wait',
		does: ['When your workflow is ready, publish it: each matching message starts it, also those that already wait.'],
		async follow() {
			const at = await publish({ options: { parallel: 100 } });
			for (const reference of ['yesterday', 'a year ago']) await at.deliver(reference, before(24));
			await at.close();
			return { ...tollOf(['yesterday', 'a year ago'], at.started), read };
		},
	},
	{
		name: 'the maximum age is set first; what has waited twelve hours at the next publishing is kept',
		does: ['To leave out old ones, set "Maximum Age (Hours)" first.'],
		costs: { lost: 1 },
		async follow() {
			const options = { maxAgeHours: 2, parallel: 100 };
			const first = await publish({ options });
			await first.deliver('a year ago', before(24 * 365));
			await first.close();
			// As if this had been twelve hours ago.
			first.memory['ignoredBefore'] = before(2 + 12).getTime();
			const again = await publish({ options, memory: first.memory });
			await again.deliver('in the outage', before(10));
			return { ...tollOf(['a year ago', 'in the outage'], [...first.started, ...again.started]), read };
		},
	},
];
