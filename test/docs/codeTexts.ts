/** The texts that the code can show: every text in its sources, with … for values that are filled in. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { read, root } from './pages';

const unknown = '…';
/** Of a text with more alternatives, only the first ones count. */
const mostAlternatives = 200;

/** The texts of all sources below a folder of the repository. */
export function textsBelow(folder: string): string[] {
	const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	return files.flatMap((file) => textsIn(read(path.join(folder, file))));
}

/** The texts of one source. */
export function textsIn(source: string): string[] {
	const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
	const constants = constantsIn(file);
	const found = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isSum(node)) {
			for (const text of alternatives(node, constants, 0)) found.add(text);
		}
		node.forEachChild(visit);
	};
	visit(file);
	return [...found];
}

type Constants = Map<string, ts.Expression | null>;

/** The constants of a file by name; null if two have the same name. */
function constantsIn(file: ts.SourceFile): Constants {
	const constants: Constants = new Map();
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
			constants.set(node.name.text, constants.has(node.name.text) ? null : node.initializer);
		}
		node.forEachChild(visit);
	};
	visit(file);
	return constants;
}

/** Every text that an expression can become. */
function alternatives(node: ts.Expression, constants: Constants, depth: number): string[] {
	const of = (part: ts.Expression) => alternatives(part, constants, depth + 1);
	if (depth > 8) return [unknown];
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isParenthesizedExpression(node)) return of(node.expression);
	if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
	if (isSum(node)) return joined(of(node.left), of(node.right));
	if (ts.isTemplateExpression(node)) {
		return node.templateSpans.reduce(
			(before, { expression, literal }) => joined(before, joined(of(expression), [literal.text])),
			[node.head.text],
		);
	}
	const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
	return constant ? of(constant) : [unknown];
}

function isSum(node: ts.Node): node is ts.BinaryExpression {
	return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function joined(heads: string[], tails: string[]): string[] {
	return heads.flatMap((head) => tails.map((tail) => head + tail)).slice(0, mostAlternatives);
}

/** Whether one of the texts equals the quote; … in the quote matches anything, or nothing. */
export function isSaid(quote: string, texts: readonly string[]): boolean {
	const pattern = quote.split(unknown).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const said = new RegExp(`^${pattern.join('[^]*')}$`);
	return texts.some((text) => said.test(text));
}
