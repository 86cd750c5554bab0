import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { z } from 'zod/v4';
import type { StoredCredential } from '../../scripts/n8n/rest/credentials';
import type { Session } from '../../scripts/n8n/rest/session';
import { activate, createWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { chain } from '../e2e/place';

/** The workflow that wants all events, and the one that wants every second. */
export type Name = 'all' | 'even';

export function event(number: number): string {
	const parity = number % 2 === 0 ? 'even' : 'odd';
	return JSON.stringify({ newStatus: 'ISSUED', setId: `set ${number % 20}`, parcelReference: `P-${number}-${parity}` });
}

/** Hears of each event that a workflow in n8n has run with. */
export class Ear {
	readonly heard: Record<Name, number[]> = { all: [], even: [] };
	/** Runs with these are never answered, and so never end. */
	readonly deafTo = new Set<number>();
	readonly #server: Server = createServer((request, response) => {
		const [, name, number] = /^\/(all|even)\/P-(\d+)-/.exec(request.url ?? '') ?? [];
		if (name === 'all' || name === 'even') this.heard[name].push(Number(number));
		if (this.deafTo.has(Number(number))) return;
		response.setHeader('content-type', 'application/json');
		response.end('{}');
	});

	async open(): Promise<void> {
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
	}

	close(): void {
		this.#server.close();
	}

	get url(): string {
		const address = this.#server.address();
		if (!address || typeof address === 'string') throw new Error('The ear is not open');
		return `http://127.0.0.1:${address.port}`;
	}

	/** The numbers below `published` that a workflow wants and has not told of. */
	missing(published: number): Record<Name, number[]> {
		const numbers = Array.from({ length: published }, (_, number) => number);
		const of = (name: Name, wanted: number[]) => {
			const seen = new Set(this.heard[name]);
			return wanted.filter((number) => !seen.has(number));
		};
		return {
			all: of('all', numbers),
			even: of(
				'even',
				numbers.filter((number) => number % 2 === 0),
			),
		};
	}

	repeats(name: Name): number {
		return this.heard[name].length - new Set(this.heard[name]).size;
	}
}

type Options = Record<string, string | number | boolean>;
type Telling = { name: Name; queue: string; ear: Ear; credential: StoredCredential; options?: Options };

/** A workflow of our trigger and a request that tells the ear. */
function telling({ name, queue, ear, credential, options = {} }: Telling) {
	const filters = name === 'even' ? { parcelRef: '*-even' } : {};
	const file = chain(name, [
		{
			name: 'Trigger',
			type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
			typeVersion: 1,
			parameters: { queue, filters, options },
			credentials: { [credential.type]: credential },
		},
		{
			name: 'Tell',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `=${ear.url}/${name}/{{ $json.parcelRef }}`, options: {} },
		},
	]);
	// Thousands of runs: those that went well need not be kept.
	return { ...file, settings: { ...file.settings, saveDataSuccessExecution: 'none' } };
}

export async function publishTelling(session: Session, details: Telling): Promise<StoredWorkflow> {
	const workflow = await createWorkflow(session, telling(details));
	await activate(session, workflow);
	return workflow;
}

const saved = z.looseObject({ versionId: z.string() });

/** Saves the workflow with other options of its trigger and publishes that version, as the editor does. */
export async function publishEdited(session: Session, { id, versionId }: StoredWorkflow, details: Telling) {
	const file = telling(details);
	const { name, nodes, connections, settings } = file;
	const body = { name, nodes, connections, settings, versionId };
	const edited = { id, file, ...(await session.call('PATCH', `/workflows/${id}`, saved, body)) };
	await activate(session, edited);
	return edited;
}
