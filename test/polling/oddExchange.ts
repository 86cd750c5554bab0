import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/v4';

export type Row = Record<string, unknown>;
export type Asked = { offset: number; limit: number; status: string; customerIds: string[] };

const body = z.looseObject({ status: z.string().default(''), customerIds: z.array(z.string()).default([]) });

/** An exchange of a few lines, which answers as a test wants where the specification is silent. */
export class OddExchange {
	rows: Row[] = [];
	/** The rows that a search matches, in the order of the exchange. */
	find: (asked: Asked) => Row[] = () => this.rows;
	/** Answers a search in another way if it returns true. */
	instead: (response: ServerResponse, asked: Asked) => boolean = () => false;
	searches: Asked[] = [];
	readonly accounts = [{ username: 'odd', password: 'odd' }];
	readonly #customerId = randomUUID();
	#url = '';
	readonly #server = createServer((request, response) => void this.#answer(request, response));

	async open(): Promise<void> {
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
		const address = this.#server.address();
		if (!address || typeof address === 'string') throw new Error('No port');
		this.#url = `http://127.0.0.1:${address.port}`;
	}

	close(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}

	get url(): string {
		return this.#url;
	}

	get importUrl(): string {
		return this.#url;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', this.#url);
		const send = (reply: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
		if (pathname.endsWith('/token')) send({ token: 'odd' });
		else if (pathname.endsWith('/counterparties')) send([{ customerId: this.#customerId, customerName: 'Odd' }]);
		else {
			const paging = { offset: Number(searchParams.get('offset')), limit: Number(searchParams.get('limit')) };
			const asked = { ...paging, ...body.parse(await json(request)) };
			this.searches.push(asked);
			if (this.instead(response, asked)) return;
			const found = this.find(asked);
			const results = found.slice(asked.offset, asked.offset + asked.limit);
			send({ code: 200, status: 'OK', data: { ...paging, total: found.length, count: results.length, results } });
		}
	}
}
