import * as z from 'zod/v4';
import { Grid } from './grid';
import { authorize, fromBase64, jsonOf, Refusal, withoutRefresh, type Asked, type Host, type Reply } from './proxy';

const raw = z.looseObject({ raw: z.string() });
const written = z.looseObject({ range: z.string(), values: z.array(z.array(z.unknown())) });
const batch = z.looseObject({ valueInputOption: z.string(), data: z.array(written) });

type DriveFile = { id: string; name: string; mimeType: string; folder: string; createdAt: string; bytes: Buffer };

/** One account at Google: its sent emails as MIME, one spreadsheet, its files. */
export class Google {
	readonly sent: Buffer[] = [];
	sheet = new Grid([], false);
	readonly files: DriveFile[] = [];

	readonly hosts: Record<string, Host> = {
		'www.googleapis.com': (asked) => this.#apis(asked),
		'sheets.googleapis.com': (asked) => this.#sheets(asked),
		'oauth2.googleapis.com': withoutRefresh,
	};

	/** Puts a file into a folder of the drive. */
	addFile(folder: string, name: string, mimeType: string, bytes: Buffer): void {
		const id = `file-${this.files.length + 1}`;
		this.files.push({ id, name, mimeType, folder, createdAt: new Date().toISOString(), bytes });
	}

	#apis(asked: Asked): Reply {
		authorize(asked);
		const { pathname, searchParams } = asked.url;
		if (pathname === '/gmail/v1/users/me/messages/send') {
			const { length } = this.sent;
			const mail = fromBase64(raw.parse(jsonOf(asked)).raw);
			if (mail.length > 35_000_000) throw new Refusal(413, 'uploadTooLarge');
			this.sent.push(mail);
			return ok({ id: `mail-${length}`, labelIds: ['SENT'] });
		}
		if (pathname === '/drive/v3/files') return this.#list(searchParams);
		const [, id, action] = /^\/drive\/v3\/files\/([^/]+)(\/export)?$/.exec(pathname) ?? [];
		const file = this.files.find((one) => one.id === id);
		if (!file) throw new Refusal(404, 'notFound');
		if (action || searchParams.get('alt') === 'media') {
			// A document of Google's own has no bytes: it is exported.
			if (file.mimeType.includes('google-apps') !== Boolean(action)) throw new Refusal(403, 'fileNotDownloadable');
			return { status: 200, bytes: file.bytes };
		}
		return ok({ id, name: file.name, mimeType: file.mimeType });
	}

	/** Newest first. */
	#list(search: URLSearchParams): Reply {
		const query = search.get('q') ?? '';
		const [, folder] = /'([^']+)' in parents/.exec(query) ?? [];
		const [, since = ''] = /createdTime > '([^']+)'/.exec(query) ?? [];
		const found = this.files
			.toReversed()
			.filter((file) => file.folder === folder && (since === '' || new Date(file.createdAt) > new Date(since)));
		const page = found.slice(0, Number(search.get('pageSize') ?? 100));
		return ok({ files: page.map(({ id, name, mimeType }) => ({ id, name, mimeType })) });
	}

	#sheets(asked: Asked): Reply {
		authorize(asked);
		const path = decodeURIComponent(asked.url.pathname);
		const [, tail = ''] = /^\/v4\/spreadsheets\/[^/:]+(.*)$/.exec(path) ?? [];
		if (tail === '') return ok({ sheets: [{ properties: { sheetId: 0, title: 'Sheet1' } }] });
		if (tail === ':batchUpdate') return ok({});
		if (tail === '/values:batchUpdate') {
			const { data, valueInputOption } = batch.parse(jsonOf(asked));
			for (const { range, values } of data) this.#write(range, values, valueInputOption);
			return ok({});
		}
		if (asked.method === 'GET') return ok({ values: trimmed(this.sheet.values()) });
		const { range, values } = written.parse(jsonOf(asked));
		this.#write(range, values, asked.url.searchParams.get('valueInputOption') ?? '');
		return ok({});
	}

	#write(range: string, values: unknown[][], valueInputOption: string): void {
		const cells = range.replace(/^.*!/, '');
		// Whole rows, such as 3:3.
		const [, row] = /^(\d+):\d+$/.exec(cells) ?? [];
		const last = String.fromCharCode(64 + (values[0]?.length ?? 1));
		const wanted = row === undefined ? cells : `A${row}:${last}${Number(row) + values.length - 1}`;
		this.sheet.write(wanted, values, { asTyped: valueInputOption === 'USER_ENTERED' });
	}
}

const ok = (json: unknown): Reply => ({ status: 200, json });

/** Google leaves out the empty cells at the end of a row. */
function trimmed(values: Array<Array<string | number>>) {
	return values.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
}
