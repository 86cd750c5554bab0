import { relative } from 'node:path';
import type { DemoWorkflows } from './workflows';
import type { Outcome } from './story';
import type { Terminal } from './terminal';
import type { Environment } from './environment';
import { owner } from '../n8n/rest/session';

/** What did not come out as the story promises; empty when all is well. */
export function findings({ imported, statuses, files, held, rows, sheet }: Outcome, mailCount: number): string[] {
	const wanted = ['signed', 'issued'];
	const came = statuses.map(({ event }) => event);
	const digests = (list: Array<{ sha256: string }>) =>
		list
			.map(({ sha256 }) => sha256)
			.sort()
			.join();
	const ofSet = rows.filter((row) => row['setId'] === imported.setId);
	const sheetRows = sheet.cells.filter((cells) => cells.includes(imported.setId));
	const checks: Array<[boolean, string]> = [
		[came.join() === wanted.join(), `The statuses were ${came.join(', ') || 'none'} instead of ${wanted.join(', ')}`],
		[mailCount === 1, `${mailCount} emails arrived instead of one`],
		[held.length > 0 && digests(files) === digests(held), 'The attachments are not the PDFs that the exchange holds'],
		[ofSet.length === 1 && ofSet[0]?.['status'] === 'Issued', 'The data table does not show the set once, as Issued'],
		[
			sheetRows.length === 1 && sheetRows[0]?.includes('Issued') === true,
			'The Excel file does not show the set once, as Issued',
		],
	];
	return checks.filter(([holds]) => !holds).map(([, finding]) => finding);
}

/** Shows the results of the story: statuses, email, files with sizes and SHA-256, the table. */
export function report(terminal: Terminal, outcome: Outcome, queue: string): void {
	const { heading, line, paint } = terminal;
	const { imported, statuses, mail, files, held, rows, sheet } = outcome;

	heading(`Queue ${queue}: read once, by both workflows`);
	line(`  set ${imported.setId}, imported as ${imported.importRef}`);
	for (const { status, changedAt, changedBy } of statuses) line(`  ${status.padEnd(8)} ${changedAt}  ${changedBy}`);

	heading('Email');
	line(`  to ${mail.to.join(', ')}: ${paint.bold(mail.subject)}`);
	for (const { name, size, sha256, path } of files) {
		const same = held.some((document) => document.sha256 === sha256);
		const verdict = same
			? paint.green('✔ the same bytes as in the exchange')
			: paint.red('✘ not what the exchange holds');
		line(`  ${name}  ${size.toLocaleString('en')} bytes  ${verdict}`);
		line(paint.dim(`    SHA-256 ${sha256}`));
		line(paint.dim(`    saved as ${shown(path)}`));
	}

	heading(`Data table "Cargo statuses", ${rows.length === 1 ? '1 row' : `${rows.length} rows`}`);
	table(line, sheet.cells);
	line(paint.dim(`  the same as an Excel file: ${shown(sheet.path)}`));
}

/** Where everything is, for someone who wants to look around. */
export function addresses(
	{ heading, line, paint }: Terminal,
	{ n8n, simulator, queue, mailbox }: Environment,
	{ emailing }: DemoWorkflows,
	guideUrl: string,
): void {
	const entry = (name: string, value: string) => {
		line(`  ${name.padEnd(14)} ${value}`);
	};
	heading('Look around');
	entry('guide', paint.cyan(guideUrl));
	entry('n8n', paint.cyan(n8n.url));
	entry('log in as', `${owner.email}   password ${owner.password}`);
	entry('first story', paint.cyan(`${n8n.url}/workflow/${emailing.id}`));
	entry('exchange', paint.cyan(simulator.pageUrl));
	entry(
		'API',
		`${simulator.url}   API user ${simulator.accounts[0]?.username ?? ''}   password ${simulator.accounts[0]?.password ?? ''}`,
	);
	entry('signs, issues', `${simulator.person.username}   password ${simulator.person.password}`);
	entry('queue', `${queue.name} on ${queue.url}`);
	entry('mail server', `${mailbox.host}:${mailbox.port} (takes every email, forwards nothing)`);
}

const shown = (path: string): string => relative(process.cwd(), path) || path;

/** Columns as wide as their longest cell; ids are long, so a cell shows at most 24 characters. */
function table(line: (text: string) => void, cells: unknown[][]): void {
	const texts = cells.map((row) => row.map((cell) => cellText(cell)));
	const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
	for (const row of texts)
		line(`  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

function cellText(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	const text = cell instanceof Date ? cell.toISOString() : typeof cell === 'string' ? cell : JSON.stringify(cell);
	return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
