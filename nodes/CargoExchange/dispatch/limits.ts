/** Every number of this room: what it leans on stands beside it. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

// Who counts

/** How long a workflow counts that is not active: from when it joins until its credential works, or since it has left. The panel and the guarantees say it. */
export const holdMs = 10 * minuteMs;
/** An edit takes a workflow off its queue and puts it back: for so long, messages that have not started are kept, those of a node that was replaced, and what a published workflow does not want: n8n adds its trigger nodes one after the other. */
export const lingerMs = 5 * secondMs;
/** How long what nobody needs is remembered: a workflow that has left, and a message that does not come back although the broker delivers all that it has. */
export const rememberMs = hourMs;

// How long a message may be here

/** RabbitMQ closes the channel when a message is unanswered for 30 minutes, which it checks once a minute. */
export const answerWithinMs = 30 * minuteMs - 5 * minuteMs;
/** Messages of a set wait so long for one that went back, while the broker delivers all that it has: far longer than it takes for that. */
export const waitForAbsentMs = 10 * secondMs;
/** How often it is looked at what follows from time alone: all of that is at least as long. */
export const tickMs = secondMs;
/** The history of what workflows have done holds at least so many messages: in 50 MB, those of 30 workflows. The guarantees say it. */
export const historyAtLeast = 100_000;

// What counts against a workflow

/** The first runs of so many messages in succession have to fail, or so many runs of one message. */
export const firstRunsToFail = 5;
export const runsOfOneToFail = firstRunsToFail + 1;
/** The clock: so long after a try failed, the next one. The guarantees say it: it goes on within the last of these after a repair. */
const longestStepMs = 15 * minuteMs;
export const stepsMs = [minuteMs, 2 * minuteMs, 4 * minuteMs, 8 * minuteMs, longestStepMs];
/** The longest delay of a message that is retried, and the shortest beyond its retries. */
export const longestDelayMs = hourMs;
export const delayBeyondRetriesMs = minuteMs;

// How many at hand

/** A consumer cannot be resized, only replaced, so the window grows in two steps. The guarantees name the largest. */
export const smallestWindow = 20;
export const largestWindow = 2_000;
/** AMQP cannot limit bytes: no more messages are asked for while the bodies here are larger. */
export const bytesAtOnce = 64 * 1024 * 1024;
/**
 * So many messages are kept here for a failing workflow, or the base of the window, if that is larger: the others need the rest.
 * The middle of the window's sizes, so that it is not exceeded by much.
 */
export const keptAtMost = largestWindow / 4;
/** A report in the others says so before. */
export const reportedAtShare = 0.8;
/** Brokers that count deliveries remove a message after 20 by default, and each return is one. Three are left for lost connections. */
export const deliveriesToFetch = 20 - 3;
/** From this delivery on, no delay grows, and none is taken while a workflow fails. The guarantees say it. */
export const manyDeliveries = 12;
/** If all workflows fail, nobody needs more than copies to try. */
export const deliveriesIfAllFail = 3;
/** Then one is taken so often if that is a delivery of others; from this delivery on, each time half as often. */
export const fetchEveryMs = 3 * longestStepMs;
export const deliveriesToSpare = manyDeliveries + 2;
/** It is taken for so long, in which the broker delivers all that went back. */
export const fetchForMs = waitForAbsentMs;
/** So often the broker is asked whether it has any: as often as the clock may step. */
export const countEveryMs = minuteMs;

// n8n's start and credentials

/** n8n starts its workflows in this time, and may publish some of them before it starts the others. */
export const startLastsMs = 2 * minuteMs;
/** It starts them one after the other: how long without a new one until all are taken to be here, and at most. */
export const settleMs = 10 * secondMs;
export const settleAtMostMs = 10 * minuteMs;
/** How long a verified credential also counts for other workflows with the same one: those that are published together. */
export const sharedForMs = 5 * secondMs;

// Reports, and what is saved

/** An outage that lasts as long is reported, and a permanent one at once. The guarantees say it. */
export const tellAfterMs = 5 * minuteMs;
/** The same thing is reported once in this time. The guarantees say it. */
export const tellAgainMs = 6 * hourMs;
/** How often it is said that messages were removed because no workflow wants them. */
export const sayUnwantedEveryMs = hourMs;
/** A description may contain a message, which may be long. In characters. */
export const loggedAtMost = 1_500;
/** So long after it was saved without a refusal, it is certain that n8n could save it. */
export const certainAfterMs = 5 * minuteMs;
/** While n8n refuses executions, one is tried at each step of the clock. If none was refused for so long, there is none to try. */
export const triedWithinMs = longestStepMs + certainAfterMs;
/** How often the same is saved at most: each time may start the error workflow. */
export const savedAtMost = 2;
