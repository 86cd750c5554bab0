import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operations } from '../../nodes/CargoExchange/operations';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { runNode, type NodeUnderTest, type Outcome } from './engine';
import { ignoredParameters } from './misfits';

export type ExchangeNode = {
	simulator: Simulator;
	/** The credential of the interface account, as n8n stores it. */
	credential: IDataObject;
	/** A credential with a profile, such as `{ paging: { size: 10 } }`. */
	withProfile(profile: IDataObject): Pick<NodeUnderTest, 'credentials'>;
	/**
	 * Runs an operation of the action node, such as `set.search`, in n8n's engine against the simulator. Throws if it has no such parameter.
	 * An import is no dry run unless the parameters say so.
	 */
	run(operation: string, parameters?: INodeParameters, node?: Partial<NodeUnderTest>): Promise<Outcome>;
	/** The paths requested in this test, since the last call of this function, without logins. */
	asked(): string[];
	/** The imports that this test has sent. */
	imports(): Simulator['requests'];
	/** The searches that this test has sent. */
	searches(): Simulator['requests'];
};

/** Registers hooks that start and stop a simulator for the tests of a file. Its members exist only inside tests. */
export function useExchangeNode(options: SimulatorOptions = {}): ExchangeNode {
	let simulator: Simulator | undefined;
	let seen = 0;
	beforeAll(async () => {
		simulator = await startSimulator(options);
	});
	afterEach(() => {
		node.simulator.faults.clear();
		node.simulator.requests.length = seen = 0;
	});
	afterAll(async () => {
		await simulator?.stop();
	});

	const node: ExchangeNode = {
		get simulator() {
			if (!simulator) throw new Error('The simulator runs only inside tests');
			return simulator;
		},
		get credential() {
			const { url: baseUrl, importUrl, accounts } = node.simulator;
			return { baseUrl, importUrl, username: accounts[0]!.username, password: accounts[0]!.password };
		},
		withProfile: (profile) => ({
			credentials: { cargoExchangeApi: { ...node.credential, profile: JSON.stringify(profile) } },
		}),
		async run(named, wanted = {}, given = {}) {
			const parameters = named === 'shipment.import' ? { dryRun: false, ...wanted } : wanted;
			const [resource = '', operation = ''] = named.split('.');
			if (!operations.some((one) => one.resource === resource && one.operation === operation)) {
				throw new Error(`There is no operation ${named}: is it in operations/index.ts?`);
			}
			const type = new CargoExchange();
			expect(ignoredParameters(type.description, { resource, operation, ...parameters })).toEqual([]);
			return await runNode(type, {
				credentials: { cargoExchangeApi: node.credential },
				...given,
				parameters: { resource, operation, ...parameters },
			});
		},
		asked() {
			const paths = node.simulator.requests.slice(seen).map(({ path }) => path);
			seen = node.simulator.requests.length;
			return paths.filter((path) => !path.endsWith('/token'));
		},
		imports: () => node.simulator.requests.filter(({ path }) => path.endsWith('/shipments')),
		searches: () => node.simulator.requests.filter(({ path }) => path.endsWith('/search')),
	};
	return node;
}

/** The JSON of each item. Throws the error of an execution that failed: `items` is for tests that expect one. */
export function jsonOf({ items, error }: Outcome): IDataObject[] {
	if (error && items.length === 0) throw error;
	return items.map(({ json }) => json);
}

/** The input item of each output item. */
export function pairsOf({ items }: Outcome): unknown[] {
	return items.map(({ pairedItem }) => pairedItem);
}

/** Jest's matchers are typed `any`; these are not. */
export const anyText: unknown = expect.any(String);
export const textWith = (part: string): unknown => expect.stringContaining(part);
export const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern);
