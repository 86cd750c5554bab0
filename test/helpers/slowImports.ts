import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';
import { runNode, type NodeUnderTest, type Outcome } from './engine';
import { type TestServer, useServers } from './exchangeClient';
import { skipLongWaits } from './clock';
import { until } from './until';

type Answer = (response: ServerResponse, shipmentRef: string) => void;

/** An exchange that works on each import until the test answers it, and shows in its search what the test puts there. */
export type SlowImports = {
	/** The references of the imports that arrived, in order. */
	readonly received: readonly string[];
	readonly baseUrl: string;
	/** What the search shows: set IDs by shipment reference. */
	readonly shown: Map<string, string | readonly string[]>;
	/** The references that were searched for, in order. */
	readonly searched: readonly string[];
	/** Answers each search from now on, unless it gives false. */
	answersSearchWith(answer: (response: ServerResponse, searches: number) => boolean): void;
	/** Answers each import from now on by itself. */
	answersWith(answer: Answer): void;
	/** Waits until so many imports have arrived in all. */
	arrived(count: number): Promise<void>;
	/** Answers the imports that are waiting. */
	answer(answer?: Answer): void;
	/** Runs the import in n8n's engine. */
	run(parameters: INodeParameters, node?: Partial<NodeUnderTest>, credential?: IDataObject): Promise<Outcome>;
};

const body = z.looseObject({ shipmentReference: z.string().catch('') });
const searchBody = z.looseObject({ shipmentRef: z.string().catch('') });

export const setId = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
/** More of them. */
export const ids = Array.from({ length: 9 }, (_, index) => `5d1b7c1e-2f64-4a53-9a0e-6a4c3b8f7e2${index}`);

export const carriedOut: Answer = (response) => {
	response.end(JSON.stringify({ setId }));
};

export const lost: Answer = (response) => {
	response.destroy();
};

export const empty = (response: ServerResponse) => {
	response.end();
};

export const sentence = (response: ServerResponse) => {
	response.end('{"message":"Thank you"}');
};

export const refused: Answer = (response) => {
	response.writeHead(400).end('{"message":"No"}');
};

/** Registers hooks: each test gets an exchange of its own. */
export function useSlowImports(): SlowImports {
	const serve = useServers();
	let server: TestServer | undefined;
	let received: string[] = [];
	let waiting: Array<(answer: Answer) => void> = [];
	let automatic: Answer | null = null;
	let searched: string[] = [];
	let search: (response: ServerResponse, searches: number) => boolean = () => false;
	const shown = new Map<string, string | readonly string[]>();

	const respond = async (request: IncomingMessage, response: ServerResponse) => {
		const { pathname } = new URL(request.url ?? '', 'http://localhost');
		response.setHeader('content-type', 'application/json');
		if (pathname.endsWith('/token')) {
			const known = request.headers.authorization === `Basic ${Buffer.from('user:right').toString('base64')}`;
			if (known) response.end('{"token":"opaque"}');
			else response.writeHead(401).end('{}');
			return;
		}
		if (pathname.endsWith('/counterparties')) {
			response.end('[]');
			return;
		}
		const sent = await json(request);
		const { shipmentReference } = body.parse(sent);
		if (pathname.endsWith('/search')) {
			const { shipmentRef } = searchBody.parse(sent);
			if (shipmentRef !== '') searched.push(shipmentRef);
			if (search(response, searched.length)) return;
			const results = [...shown].flatMap(([shipmentRef, sets]) =>
				[sets].flat().map((setId) => ({ shipmentRef, setId, consignorCompanyName: 'Consignor Ltd' })),
			);
			const page = { offset: 0, limit: 100, total: results.length, count: results.length, results };
			response.end(JSON.stringify({ code: 200, status: 'OK', data: page }));
			return;
		}
		received.push(shipmentReference);
		const answer = (given: Answer) => {
			given(response, shipmentReference);
		};
		if (automatic) answer(automatic);
		else waiting.push(answer);
	};

	beforeEach(async () => {
		skipLongWaits();
		[received, waiting, automatic] = [[], [], null];
		[searched, search] = [[], () => false];
		shown.clear();
		server = await serve((request, response) => {
			respond(request, response).catch(() => {
				response.destroy();
			});
		});
	});

	return {
		get received() {
			return received;
		},
		get baseUrl() {
			return server?.url ?? '';
		},
		shown,
		get searched() {
			return searched;
		},
		answersSearchWith(answer) {
			search = answer;
		},
		answersWith(answer) {
			automatic = answer;
		},
		arrived: (count) => until(() => received.length >= count),
		answer(answer = carriedOut) {
			for (const one of waiting.splice(0)) one(answer);
		},
		run: (parameters, node = {}, credential = {}) =>
			runNode(new CargoExchange(), {
				credentials: {
					cargoExchangeApi: { baseUrl: server?.url ?? '', username: 'user', password: 'right', ...credential },
				},
				...node,
				parameters: { resource: 'shipment', operation: 'import', dryRun: false, inputMode: 'json', ...parameters },
			}),
	};
}
