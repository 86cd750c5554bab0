/** Keeps results in docs/performance.json, and writes and draws what docs/performance.md shows of them. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { drawChart } from './chart';
import { machine } from './measure';
import { chartOf, docsFolder, pageWith, readResults, resultsFile } from './page';
import type { Comparison } from './results';

/** Puts the findings in the place of the last ones with their names. What was not measured again stays, unless `all` was measured. */
export async function keepResults(found: Comparison[], { all }: { all: boolean }): Promise<void> {
	const kept = new Map((all ? [] : await readResults()).map((one) => [one.id, one]));
	const date = new Date().toISOString().slice(0, 10);
	for (const one of found) kept.set(one.id, { ...one, date, machine: machine() });
	const style = await resolveConfig(resultsFile);
	const text = await format(JSON.stringify([...kept.values()]), { ...style, filepath: resultsFile });
	await writeFile(resultsFile, text);
}

/** Writes the page and draws the charts from the results that are kept. */
export async function publishResults(): Promise<void> {
	const results = await readResults();
	const pageFile = path.join(docsFolder, 'performance.md');
	await writeFile(pageFile, pageWith(await readFile(pageFile, 'utf8'), results));
	const images = path.join(docsFolder, 'images');
	const before = (await readdir(images)).filter((file) => /^performance-.*\.svg$/.test(file));
	for (const file of before) await rm(path.join(images, file));
	for (const one of results) await writeFile(path.join(images, chartOf(one)), drawChart(one));
}
