/** What reading a queue needs: where its messages come from, and n8n around it. */
import type { ConsumeOptions, Log, QueueConsumer } from '../amqp';
import type { SourceDelivery } from './message';
import type { ReportTimes } from './model';
import type { Startup } from './startup';
import type { Clock, Fault, Report, Workflow } from './workflow';

export type ReaderServices = { clock: Clock; log: Log; startup: Startup; reportTimes: ReportTimes };

/** Where messages come from. It delivers at most as many unanswered ones as it is asked for, and again what goes back. */
export type Source = Pick<QueueConsumer, 'setPrefetch' | 'close'> & Partial<Pick<QueueConsumer, 'countReady'>>;
export type SourceEvents = Pick<ConsumeOptions, 'prefetch'> & {
	onDelivery(delivery: SourceDelivery): void;
	onReady(otherReaders: number): void;
	onOutage(fault: Fault): void;
};

/** The queue as its reader sees it. */
export type ReadQueue<From extends Source> = {
	readonly name: string;
	/** Begins to deliver. Called once for each time of reading. */
	open(events: SourceEvents): From;
	/** The report of an outage that only a person can end, or that lasts since then. */
	outageNotice(fault: Fault, since: Date): Report;
	/** Messages are no longer held for a workflow that is not active. */
	onExpired?(workflow: Workflow, count: number): void;
	/** So many messages were removed in the last hour because no workflow wants them. */
	onUnwanted?(count: number): void;
};
