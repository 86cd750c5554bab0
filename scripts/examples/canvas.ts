import { createHash } from 'node:crypto';

/** A node of an example. `at`: its column and row in its step; half rows are fine. */
export type ExampleNode = {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	at: [number, number];
	/** The nodes behind each of its outputs: a name, or a name and the index of the input. */
	to?: Array<Array<string | [string, number]>>;
	webhookId?: boolean;
	executeOnce?: boolean;
	retryOnFail?: boolean;
	alwaysOutputData?: boolean;
	onError?: string;
};

/** A note and the nodes on it. */
export type Step = { title: string; text: string; nodes: ExampleNode[] };

/** A workflow to import, as a person draws it: what it is for at the left, its steps from left to right, how to try it below. */
export type Example = { name: string; about: string; steps: Step[]; tryIt: string };

const [columnPx, rowPx, gapPx, aboutPx] = [190, 190, 40, 440];
const colors = { about: 4, step: 7, tryIt: 5 };

/** The workflow as n8n imports it. Its IDs follow from the file's name, so that it is the same text each time. */
export function workflowOf(file: string, { name, about, steps, tryIt }: Example): string {
	const idOf = (node: string) => uuid(`${file} ${node}`);
	const note = (title: string, content: string, box: Box, color: number) => ({
		parameters: { content, width: box.width, height: box.height, color },
		...{ id: idOf(title), name: title, type: 'n8n-nodes-base.stickyNote', typeVersion: 1, position: [box.x, box.y] },
	});
	const texts = steps.map(({ title, text }, index) => `### ${index + 1}. ${title}\n${text}\n`);
	const widths = steps.map(({ nodes }) => Math.max(280, Math.max(...nodes.map(({ at }) => at[0])) * columnPx + 220));
	const textPx = Math.max(...texts.map((text, index) => heightOf(text, widths[index] ?? 0)));
	const rows = Math.max(...steps.flatMap(({ nodes }) => nodes.map(({ at }) => at[1]))) + 1;
	const height = textPx + rows * rowPx;
	const left = (index: number) => widths.slice(0, index).reduce((sum, width) => sum + width + gapPx, 0);
	const whole = left(steps.length) - gapPx;
	const aboutText = `## ${name}\n\n${about}\n`;
	const tryText = `### How to try it\n${tryIt}\n`;
	const aboutBox = { x: -aboutPx - gapPx, y: 0, width: aboutPx, height: heightOf(aboutText, aboutPx) };
	const tryBox = { x: 0, y: height + gapPx, width: whole, height: heightOf(tryText, whole) };
	const nodes = steps.flatMap((step, index) =>
		step.nodes.map(
			({
				at: [column, row],
				name: node,
				type,
				typeVersion,
				parameters,
				webhookId,
				executeOnce,
				retryOnFail,
				alwaysOutputData,
				onError,
			}) => ({
				...{ parameters, id: idOf(node), name: node, type, typeVersion },
				position: [left(index) + 60 + column * columnPx, textPx + 20 + row * rowPx],
				...(webhookId && { webhookId: idOf(`${node} webhook`) }),
				...(executeOnce && { executeOnce }),
				...(retryOnFail && { retryOnFail }),
				...(alwaysOutputData && { alwaysOutputData }),
				...(onError && { onError }),
			}),
		),
	);
	const all = steps.flatMap((step) => step.nodes);
	const workflow = {
		name,
		nodes: [
			note('About this workflow', aboutText, aboutBox, colors.about),
			...texts.map((text, index) =>
				note(`Step ${index + 1}`, text, { x: left(index), y: 0, width: widths[index] ?? 0, height }, colors.step),
			),
			note('How to try it', tryText, tryBox, colors.tryIt),
			...nodes,
		],
		connections: Object.fromEntries(all.flatMap(({ name: from, to }) => (to ? [[from, { main: to.map(links) }]] : []))),
		settings: { executionOrder: 'v1' },
		pinData: {},
	};
	return `${JSON.stringify(workflow, null, '\t')}\n`;
}

type Box = { x: number; y: number; width: number; height: number };

const links = (targets: Array<string | [string, number]>) =>
	targets.map((target) => {
		const [node, index] = typeof target === 'string' ? [target, 0] : target;
		return { node, type: 'main', index };
	});

/** The height of a note that shows this text, with some room to spare. */
function heightOf(text: string, width: number): number {
	const lines = text.split('\n').map((line) => (line === '' ? 0.6 : Math.ceil((line.length * 7.2) / (width - 40))));
	return Math.ceil((lines.reduce((sum, count) => sum + count, 0) * 22 + 60) / 20) * 20;
}

function uuid(text: string): string {
	const hash = createHash('sha1').update(text).digest('hex');
	return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
