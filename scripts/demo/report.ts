import { basename, dirname, relative } from 'node:path';
import type { Environment } from './environment';
import type { Outcome } from './story';
import type { Terminal } from './terminal';
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

/** Shows the results of the story: statuses, email and files. */
export function report({ heading, line, paint }: Terminal, outcome: Outcome): void {
	const { imported, statuses, mail, files, held, sheet } = outcome;
	heading(`Set ${imported.setId}, imported as ${imported.importRef}`);
	for (const { status, changedAt, changedBy } of statuses) line(`  ${status.padEnd(8)} ${changedAt}  ${changedBy}`);
	heading(`Email to ${mail.to.join(', ')}: ${mail.subject}`);
	for (const { size, sha256, path } of files) {
		const isSame = held.some((document) => document.sha256 === sha256);
		const verdict = isSame
			? paint.green('✔ the same bytes as in the exchange')
			: paint.red('✘ not what the exchange holds');
		line(`  ${basename(path)}  ${size.toLocaleString('en')} bytes  ${verdict}`);
	}
	const [first] = files;
	if (first) line(`  in ${shown(dirname(first.path))}`);
	heading(`Excel file: ${shown(sheet.path)}`);
}

/** Where to look around; the guide has all the rest. */
export function addresses({ heading, line, paint }: Terminal, { n8n, simulator }: Environment, guideUrl: string): void {
	const { username, password } = simulator.person;
	heading('Look around');
	line(`  guide     ${paint.cyan(guideUrl)}`);
	line(`  n8n       ${paint.cyan(n8n.url)}   ${owner.email}   password ${owner.password}`);
	line(`  exchange  ${paint.cyan(simulator.pageUrl)}   ${username}   password ${password}`);
}

const shown = (path: string): string => relative(process.cwd(), path) || path;
