import { isRecord } from '../../schemas/json';
import type { Issue } from '../issue';
import { notImported } from './leftOut';

/** The PDF that the carrier sends with an issuance request. */
export type EmbeddedPdf = { fileName: string; bytes: Buffer };

const visualisation = 'eBLVisualisationByCarrier';

/** What an envelope holds beside its document: the carrier's PDF, and notes about everything else, which the import has no field for. */
export function envelopeOf(value: unknown, document: unknown): { pdf?: EmbeddedPdf; notes: Issue[] } {
	if (!isRecord(value) || value === document) return { notes: [] };
	const pdf = pdfIn(value[visualisation]);
	const rest = Object.entries(value).filter(
		([name, inner]) => inner !== document && inner !== null && !(name === visualisation && pdf),
	);
	const notes = rest.map(([path, inner]) =>
		notImported(path, inner, path === visualisation ? 'It is not a PDF in Base64.' : undefined),
	);
	return { ...(pdf && { pdf }), notes };
}

function pdfIn(value: unknown): EmbeddedPdf | undefined {
	if (!isRecord(value) || typeof value['content'] !== 'string') return undefined;
	const bytes = Buffer.from(value['content'], 'base64');
	if (!bytes.subarray(0, 1024).includes('%PDF-')) return undefined;
	const name = value['name'];
	return { fileName: typeof name === 'string' && name.trim() !== '' ? name.trim() : 'transport-document.pdf', bytes };
}
