/** Which tests show each of the rules of docs/delivery-guarantees.md. */
import { read, sectionOf } from './pages';

/** Rule, file below test/, title of a test or of a group of tests. */
const shownBy: ReadonlyArray<readonly [number, string, string]> = [
	[1, 'dispatch/fanOut', 'delivers every message to every workflow that wants it, over one consumer'],
	[
		1,
		'dispatch/nobodyForgotten',
		'holds messages no longer than ten minutes, says so, is tried again every 30 seconds',
	],
	[1, 'dispatch/nobodyForgotten', 'uses up none of its ten minutes while nobody reads the queue'],
	[1, 'dispatch/nobodyForgotten', 'whose new version could not be published for ten minutes, and says so'],
	[1, 'dispatch/unsubscribing', 'ignores a workflow that has been away for ten minutes'],
	[1, 'brokers/promises', 'every workflow its messages: three on one queue, 300 events'],
	[1, 'e2e/stories', 'hands every status to both workflows that want it, in order per set'],
	[2, 'dispatch/fanOut', 'acknowledges a message only when the last workflow that wants it is done'],
	[2, 'dispatch/unsubscribing', 'closes after the last workflow: takes no more, gives back what waits after a moment'],
	[2, 'brokers/promises', '200 acknowledgements right before the reader closes: none of the messages comes again'],
	[2, 'e2e/runs', 'repeats the failing workflow only'],
	[3, 'dispatch/subscriber', 'runs a failed message again after a delay that doubles, then rejects it'],
	[3, 'dispatch/subscriber', 'keeps a message if only what began before its first failure has succeeded since'],
	[3, 'dispatch/subscriber', 'does not retry a run that a user stopped'],
	[3, 'dispatch/timeLimits', 'nothing is rejected for time'],
	[3, 'brokers/promises', 'retries for the failed workflow alone, then a dead letter: 2 retries'],
	[4, 'dispatch/patience', 'runs nothing but one message after 1, 2, 4, 8 and then every 15 minutes'],
	[4, 'dispatch/patience', 'works at once when it is published'],
	[4, 'dispatch/olderRuns', 'an execution that began before a pause'],
	[4, 'e2e/outages', 'when the system behind the workflow was away for four hours'],
	[5, 'dispatch/held', 'is told to the other one at 400 messages; at 500, no more are taken'],
	[5, 'dispatch/held', 'takes nothing while all of its workflows fail and messages have been delivered three times'],
	[6, 'dispatch/identity', 'are refused in words at publishing if it shows one'],
	[6, 'dispatch/identity', 'are told by a failed execution at the start of n8n'],
	[6, 'e2e/sharedQueues', 'refuses a workflow whose credential writes the address in another way'],
	[7, 'dispatch/timeLimits', 'goes back if it waits, with what waits behind it in its set'],
	[7, 'dispatch/timeLimits', 'is acknowledged without a run when it comes back after the end of its run'],
	[8, 'dispatch/returns', 'are acknowledged without a run once one has been processed'],
	[8, 'dispatch/safety', 'knows 100,000 messages of 30 workflows in at most 50 MB, and forgets only the oldest'],
	[9, 'dispatch/unreadable', 'is recorded at once without a run, whatever else is running'],
	[9, 'dispatch/unreadable', 'is kept while n8n refuses executions'],
	[9, 'dispatch/promises', 'settles every message, whatever its body is, and accounts for each'],
	[9, 'chaos/databaseOutages', 'runs and records everything after %i ms without the database, and tells'],
	[9, 'e2e/runs', 'keeps the text of a message that is not a status event, and continues'],
	[10, 'dispatch/timeLimits', 'only frees its slot, and people are told with the text of the message; its set waits'],
	[10, 'chaos/n8n', 'keeps the message of a run that exceeds its limit, lets other sets go on'],
];

it('each rule of the page is shown by tests that exist', () => {
	const rules = [...sectionOf(read('docs/delivery-guarantees.md'), '## Ten rules').matchAll(/^(\d+)\. \*\*/gm)];
	expect(rules.map(([, number]) => Number(number))).toEqual([...new Set(shownBy.map(([rule]) => rule))]);
	expect(shownBy.filter(([, file, title]) => !read(`test/${file}.test.ts`).includes(title))).toEqual([]);
});
