/** The TypeScript files of the repository and what each imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../docs/pages';

export const packageRoom = 'nodes/CargoExchange';

export type Source = {
	/** From the root of the repository. */
	file: string;
	room: string;
	text: string;
	/** `from` is a path from the root, without extension, or the name of a library. */
	imports: { from: string; typeOnly: boolean }[];
};

/** The room of a file: the folder below nodes/CargoExchange, a file of its own standing there, or the top-level folder. */
export function roomOf(file: string): string {
	const [first = '', second = '', third = ''] = file.split('/');
	if (first !== 'nodes') return first;
	return third.endsWith('.ts') && file.split('/').length === 3
		? third.replace(/(\.node)?\.ts$/, '')
		: (file.split('/')[2] ?? second);
}

function readSource(file: string): Source {
	const text = readFileSync(path.join(root, file), 'utf8');
	const imports = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'/gms)].map(
		([, typeOnly, from = '']) => ({
			from: from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from,
			typeOnly: typeOnly !== undefined,
		}),
	);
	return { file, room: roomOf(file), text, imports };
}

function sourcesBelow(...folders: string[]): Source[] {
	return folders
		.flatMap((folder) =>
			readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts'))
				.map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
		)
		.map(readSource);
}

export const shipped = sourcesBelow('credentials', 'nodes');
export const everything = [...shipped, ...sourcesBelow('simulator', 'scripts', 'test')];

/** The file that an import names; null for a library. */
export function fileOf(from: string): string | null {
	return [`${from}.ts`, `${from}/index.ts`].find((file) => existsSync(path.join(root, file))) ?? null;
}
