import type { Step } from './story';
import type { SimulatedWorkflow } from './workflow';
import type { World } from './world';

/** One step of a story. */
export async function take(world: World, step: Step, accused: () => boolean): Promise<void> {
	const { time, process } = world;
	const workflow = 'workflow' in step ? world.workflows[step.workflow % world.workflows.length]! : undefined;
	const nodes = workflow ? world.nodesOf(workflow) : [];
	const credential = 'credential' in step ? world.credentials[step.credential % world.credentials.length]! : undefined;
	const broker = 'broker' in step ? world.brokers[step.broker]! : undefined;
	switch (step.do) {
		case 'publish':
			for (let count = 0; count < step.count; count++)
				world.publish({ set: step.set, readable: true, large: false }, world.brokers[step.to ?? 0]);
			break;
		case 'publishUnreadable':
		case 'publishLarge':
		case 'publishPoison': {
			const large = step.do === 'publishLarge';
			const readable = step.do !== 'publishUnreadable';
			for (let count = 0; count < (step.count ?? 1); count++) {
				const number = world.publish({ set: readable ? 'a' : null, readable, large }, world.brokers[step.to ?? 0]);
				if (step.do === 'publishPoison') world.poison.add(number);
			}
			break;
		}
		case 'publishCopy': {
			const { all } = world.brokers[0]!.queue;
			const original = all[step.of % Math.max(1, all.length)];
			if (original) world.publish({ set: null, readable: true, large: false, copyOf: original.number });
			break;
		}
		case 'pass':
			await time.pass(step.ms, accused);
			break;
		case 'edit':
			if (step.choice) workflow!.version = { ...workflow!.version, ...step.choice };
			if (workflow!.active) publishNodes(world, step.choice ? [workflow!] : nodes, 'update');
			else publishNodes(world, nodes, 'activate');
			break;
		case 'deactivate':
			for (const node of nodes) node.active = false;
			world.returnsNeeded++;
			void process.deactivate(nodes);
			break;
		case 'replaceNode': {
			const replaced = step.all ? nodes : [workflow!];
			for (const node of replaced)
				node.version = { ...node.version, nodeId: `n${node.index} at ${Math.round(time.now())}` };
			if (workflow!.active) publishNodes(world, replaced, 'update');
			break;
		}
		case 'replaceByCopy':
			await replaceByCopy(world, nodes, step);
			break;
		case 'cut':
			broker!.cut();
			break;
		case 'brokerAway':
			broker!.away = true;
			broker!.cut();
			break;
		case 'brokerBack':
			broker!.away = false;
			break;
		case 'queueMissing':
			broker!.queueMissing = true;
			broker!.cut();
			break;
		case 'queueBack':
			broker!.queueMissing = false;
			break;
		case 'passwordChanges':
			for (const each of world.brokers) each.passwords.set(credential!.settings.username, `new at ${time.now()}`);
			break;
		case 'passwordRepaired':
			repair(world, credential!.index);
			break;
		case 'credentialUnreadable':
			Object.assign(credential!, { unreadable: true, unreadableAt: time.now() });
			break;
		case 'credentialReadable':
			credential!.unreadable = false;
			// A new address is known only now, and its outage begins.
			if (credential!.renamedAt >= credential!.unreadableAt) credential!.renamedAt = time.now();
			break;
		case 'otherName': {
			const { hostname } = credential!.settings;
			const names: Record<string, string> = { broker: '10.0.0.1', '10.0.0.1': 'broker' };
			credential!.settings = { ...credential!.settings, hostname: names[hostname] ?? hostname };
			credential!.renamedAt = time.now();
			break;
		}
		case 'otherBroker':
			credential!.movedAt = time.now();
			credential!.settings = {
				...credential!.settings,
				hostname: credential!.settings.hostname === 'other' ? 'broker' : 'other',
			};
			break;
		case 'databaseAway':
		case 'databaseBack':
			world.n8n.databaseAway = step.do === 'databaseAway';
			if (world.n8n.databaseAway) world.n8n.outages++;
			break;
		case 'emitThrows':
		case 'emitWorks':
			world.n8n.emitThrows = step.do === 'emitThrows';
			break;
		case 'behindAway':
		case 'behindBack':
			workflow!.behindIsAway = step.do === 'behindAway';
			break;
		case 'stopRun': {
			const running = [process, ...world.former]
				.flatMap(({ executions }) => [...executions])
				.filter(({ truth }) => truth === 'running');
			running[step.index % Math.max(1, running.length)]?.stopByPerson();
			break;
		}
		case 'restart':
			await restart(world, step, accused);
			break;
		case 'leaderChange': {
			const former = world.replaceProcess();
			world.former.push(former);
			former.stopAll();
			world.returnsNeeded++;
			void world.startAll();
			time.after(600_000, () => {
				former.kill();
			});
			break;
		}
	}
}

function publishNodes(world: World, nodes: readonly SimulatedWorkflow[], mode: 'activate' | 'update'): void {
	for (const node of nodes) node.active = true;
	world.returnsNeeded++;
	void world.process.activate(nodes, mode);
}

async function replaceByCopy(
	world: World,
	originals: readonly SimulatedWorkflow[],
	{ newFirst, gapMs }: { newFirst: boolean; gapMs: number },
): Promise<void> {
	if (!originals.some(({ active }) => active)) return;
	const { length } = world.workflows;
	const copies = originals.map((original, index) => ({ ...original, index: length + index, id: `w${length}` }));
	world.workflows.push(...copies);
	const end = () => {
		for (const original of originals) original.active = false;
		void world.process.deactivate(originals);
	};
	if (!newFirst) end();
	if (!newFirst) await world.time.pass(gapMs);
	publishNodes(world, copies, 'activate');
	if (newFirst) await world.time.pass(gapMs);
	if (newFirst) end();
}

export function repair(world: World, index: number): void {
	const credential = world.credentials[index]!;
	credential.unreadable = false;
	const password = world.brokers[0]!.passwords.get(credential.settings.username) ?? '';
	for (const other of world.credentials)
		if (other.settings.username === credential.settings.username) other.settings = { ...other.settings, password };
}

export async function restart(
	world: World,
	{ kill, awayMs, publishes }: Omit<Extract<Step, { do: 'restart' }>, 'do'>,
	accused: () => boolean = () => false,
): Promise<void> {
	const { process } = world;
	world.returnsNeeded++;
	if (!kill) {
		process.stopAll();
		await world.time.pass(10_000, accused);
		for (const execution of process.executions) execution.cutOff();
		await world.time.pass(5_000, accused);
	}
	process.kill();
	await world.time.pass(awayMs, accused);
	world.replaceProcess();
	void world.startAll(publishes);
}
