import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** n8n-core reads these variables when it is loaded, so import this first. Tests do not touch the user's `~/.n8n`. */
export const n8nFolder = mkdtempSync(join(tmpdir(), 'cargo-exchange-n8n-'));
process.env.N8N_USER_FOLDER = n8nFolder;
process.env.N8N_ENCRYPTION_KEY = 'tests only';
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_LOG_LEVEL = 'silent';
