/** Every number of this room: what it leans on stands beside it. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

// Who counts

/** How long a workflow counts that is not active: from when it joins until its credential works, or since it has left. The panel and the guarantees say it. */
export const holdMs = 10 * minuteMs;
/** An edit takes a workflow off its queue and puts it back: for so long, messages that have not started are kept. */
export const lingerMs = 5 * secondMs;
/** How long what nobody needs is remembered: a workflow that has left, and a message that does not come back although the broker delivers all that it has. */
export const rememberMs = hourMs;

// How long a message may be here

/** RabbitMQ closes the channel when a message is unanswered for 30 minutes. */
export const answerWithinMs = 25 * minuteMs;
/** Messages of a set wait so long for one that went back, while the broker delivers all that it has. */
export const waitForAbsentMs = 10 * secondMs;
export const tickMs = secondMs;

// What counts against a workflow

/** The first runs of so many messages in succession have to fail, or so many runs of one message. */
export const firstRunsToFail = 5;
export const runsOfOneToFail = firstRunsToFail + 1;
/** The clock: so long after a try failed, the next one. */
export const stepsMs = [1, 2, 4, 8, 15].map((minutes) => minutes * minuteMs);
/** The longest delay of a message that is retried, and the shortest beyond its retries. */
export const longestDelayMs = hourMs;
export const delayBeyondRetriesMs = minuteMs;

// How many at hand

export const smallestWindow = 20;
export const middleWindow = 200;
export const largestWindow = 2_000;
/** AMQP cannot limit bytes: no more messages are asked for while the bodies here are larger. */
export const bytesAtOnce = 64 * 1024 * 1024;
/** So many messages are kept here for a failing workflow, or the base of the window, if that is larger. */
export const keptAtMost = 500;
/** A report in the others says so before. */
export const reportedAtShare = 0.8;
/** Brokers that count deliveries remove a message after 20 by default, and each return is one: from here on, no delay grows, and none is taken while a workflow fails. */
export const manyDeliveries = 12;
export const deliveriesIfAllFail = 3;
/** Then one is taken so often if that is a delivery of others, more rarely from this delivery on, never beyond the last. */
export const fetchEveryMs = 45 * minuteMs;
export const fetchForMs = 10 * secondMs;
export const deliveriesToSpare = manyDeliveries + 2;
export const deliveriesToFetch = deliveriesToSpare + 3;
/** So often the broker is asked whether it has any. */
export const countEveryMs = minuteMs;

// n8n's start and credentials

/** n8n starts its workflows in this time, and may publish some of them before it starts the others. */
export const startLastsMs = 2 * minuteMs;
/** It starts them one after the other: how long without a new one until all are taken to be here, and at most. */
export const settleMs = 10 * secondMs;
export const settleAtMostMs = 10 * minuteMs;
/** How long a verified credential also counts for other workflows with the same one. */
export const sharedForMs = 5 * secondMs;

// Reports, and what is saved

/** An outage that lasts as long is reported, and a permanent one at once. */
export const tellAfterMs = 5 * minuteMs;
/** The same thing is reported once in this time. */
export const tellAgainMs = 6 * hourMs;
/** How often it is said that messages were removed because no workflow wants them. */
export const sayUnwantedEveryMs = hourMs;
/** A description may contain a message, which may be long. In characters. */
export const loggedAtMost = 1_500;
/** So long after it was saved without a refusal, it is certain that n8n could save it. */
export const certainAfterMs = 5 * minuteMs;
/** While n8n refuses executions, one is tried at each step of the clock. If none was refused for so long, there is none to try. */
export const triedWithinMs = Math.max(...stepsMs) + certainAfterMs;
export const savedAtMost = 2;
