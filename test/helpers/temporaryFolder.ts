import { chmodSync } from 'node:fs';
import { temporaryFolder } from '../../scripts/n8n/processes';

/** jest's globalSetup: what tests leave behind, however the run ends, is in one folder, which is removed at its end. */
export default function useTemporaryFolder(): string {
	const folder = temporaryFolder();
	// PostgreSQL runs as a user of its own.
	chmodSync(folder, 0o711);
	process.env['TMPDIR'] = folder;
	return folder;
}
