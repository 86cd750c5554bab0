/** Workflows of our trigger and an HTTP request, and the server that hears of each run from that request. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod/v4';
import type { StoredCredential } from '../../scripts/n8n/rest/resources';
import type { Session } from '../../scripts/n8n/rest/session';
import { activate, createWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { chain, trigger } from './place';

/** A status event with a number, in one of 20 sets: signed where the number is even, else issued. */
export function event(number: number, message = ''): string {
	const newStatus = number % 2 === 0 ? 'SIGNED' : 'ISSUED';
	return JSON.stringify({ newStatus, setId: `set ${number % 20}`, transactionId: `${number}`, message });
}

/** Knows the events that each workflow has run with, by their numbers. */
export class RunRecorder {
	/** Runs with these are not answered before `answerAll`, and so do not end. */
	readonly neverAnswered = new Set<number>();
	/** How long each run lasts. */
	runMs = 0;
	/** Whether each run fails because the system behind the workflow answers 503; it then does not count as one. */
	isDown = false;
	/** How many runs have failed that way. */
	refused = 0;
	readonly #runs = new Map<string, number[]>();
	readonly #unanswered: (() => void)[] = [];
	readonly #server: Server = createServer((request, response) => {
		const [, name = '', number] = /^\/([^/]+)\/(\d+)$/.exec(request.url ?? '') ?? [];
		if (this.isDown) {
			this.refused++;
			response.writeHead(503).end();
			return;
		}
		this.runs(name).push(Number(number));
		const answer = () => response.setHeader('content-type', 'application/json').end('{}');
		if (this.neverAnswered.has(Number(number))) this.#unanswered.push(answer);
		else setTimeout(answer, this.runMs);
	});

	async open(): Promise<void> {
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
	}

	answerAll(): void {
		this.neverAnswered.clear();
		for (const answer of this.#unanswered.splice(0)) answer();
	}

	close(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}

	get url(): string {
		const address = this.#server.address();
		if (!address || typeof address === 'string') throw new Error('The recorder is not open');
		return `http://127.0.0.1:${address.port}`;
	}

	/** The numbers that a workflow has run with, in order. */
	runs(name: string): number[] {
		const known = this.#runs.get(name) ?? [];
		this.#runs.set(name, known);
		return known;
	}

	/** How many different events a workflow has run with. */
	different(name: string): number {
		return new Set(this.runs(name)).size;
	}

	/** Those of the wanted numbers that a workflow has not run with. */
	missing(name: string, wanted: readonly number[]): number[] {
		const seen = new Set(this.runs(name));
		return wanted.filter((number) => !seen.has(number));
	}

	/** How many runs had an event that the workflow had run with before. */
	repeats(name: string): number {
		return this.runs(name).length - this.different(name);
	}
}

export type RecordedWorkflow = {
	name: string;
	queue: string;
	recorder: RunRecorder;
	credential: StoredCredential;
	/** The trigger's events; by default its own default. */
	events?: string[];
	options?: Record<string, string | number | boolean>;
	/** Settings of the workflow besides the usual ones. */
	settings?: Record<string, string | number>;
	/** Another one than before stands for a trigger node that was deleted and added again. */
	nodeId?: string;
};

/** The workflow as a file; runs that succeed are not kept. */
export function workflowOf(details: RecordedWorkflow) {
	const { name, queue, recorder, credential, events, options = {}, settings, nodeId } = details;
	const file = chain(name, [
		{ ...trigger(queue, credential, { ...(events && { events }), options }), ...(nodeId && { id: nodeId }) },
		{
			name: 'Record',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `=${recorder.url}/${name}/{{ $json.transactionId }}`, options: {} },
		},
	]);
	return { ...file, settings: { ...file.settings, saveDataSuccessExecution: 'none', ...settings } };
}

/** Saves the workflow and publishes it. */
export async function publishRecorded(session: Session, details: RecordedWorkflow): Promise<StoredWorkflow> {
	const workflow = await createWorkflow(session, workflowOf(details));
	await activate(session, workflow);
	return workflow;
}

const saved = z.looseObject({ versionId: z.string() });

/** Saves the workflow with other options of its trigger and publishes that version, as the editor does. */
export async function publishEdited(
	session: Session,
	{ id, versionId }: StoredWorkflow,
	details: RecordedWorkflow,
): Promise<StoredWorkflow> {
	const file = workflowOf(details);
	const { name, nodes, connections, settings } = file;
	const body = { name, nodes, connections, settings, versionId };
	const edited = { id, file, ...(await session.call('PATCH', `/workflows/${id}`, saved, body)) };
	await activate(session, edited);
	return edited;
}
