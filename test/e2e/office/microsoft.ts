import * as z from 'zod/v4';
import { Grid } from './grid';
import { authorize, fromBase64, jsonOf, Refusal, withoutRefresh, type Asked, type Host, type Reply } from './proxy';

export type Attachment = { fileName: string; bytes: Buffer };
export type SentMail = { to: string[]; subject: string; text: string; attachments: Attachment[] };

const mebibyte = 1024 * 1024;
const recipients = z.array(z.looseObject({ emailAddress: z.looseObject({ address: z.string() }) }));
const draftBody = z.looseObject({
	subject: z.string(),
	body: z.looseObject({ content: z.string(), contentType: z.string() }),
	toRecipients: recipients,
});
const smallFile = z.looseObject({
	'@odata.type': z.literal('#microsoft.graph.fileAttachment'),
	name: z.string(),
	contentBytes: z.string(),
});
const session = z.looseObject({
	AttachmentItem: z.looseObject({ attachmentType: z.literal('file'), name: z.string(), size: z.number() }),
});
const range = z.looseObject({ values: z.array(z.array(z.unknown())) });

type Upload = { draft: string; name: string; size: number; parts: Buffer[] };
type DriveFile = { id: string; name: string; mimeType: string; folder: string; createdAt: string; bytes: Buffer };

/** One account at Microsoft Graph: its drafts and sent emails, one workbook, its files. */
export class Microsoft {
	readonly sent: SentMail[] = [];
	readonly drafts = new Map<string, SentMail>();
	sheet = new Grid([], true);
	readonly files: DriveFile[] = [];
	readonly #uploads = new Map<string, Upload>();
	#made = 0;

	readonly hosts: Record<string, Host> = {
		'graph.microsoft.com': (asked) => this.#graph(asked),
		'outlook.office.com': (asked) => this.#uploadPart(asked),
		'login.microsoftonline.com': withoutRefresh,
	};

	/** Puts a file into a folder of the drive. */
	addFile(folder: string, name: string, mimeType: string, bytes: Buffer): void {
		this.files.push({ id: this.#newId(), name, mimeType, folder, createdAt: new Date().toISOString(), bytes });
	}

	#graph(asked: Asked): Reply {
		authorize(asked);
		if (asked.body.length > 4 * mebibyte) throw new Refusal(413, 'RequestEntityTooLarge');
		const path = asked.url.pathname.replace('/v1.0/me', '');
		const [, message, action = ''] = /^\/messages\/([^/]+)(\/.*)?$/.exec(path) ?? [];
		const call = `${asked.method} ${message === undefined ? path : action}`;
		if (call === 'POST /messages') return this.#createDraft(asked);
		if (message !== undefined) {
			const draft = this.drafts.get(message);
			if (!draft) throw new Refusal(404, 'ErrorItemNotFound');
			if (call === 'POST /attachments') return this.#attach(asked, draft);
			if (call === 'POST /attachments/createUploadSession') return this.#openUpload(asked, message);
			if (call === 'POST /send') return this.#send(message, draft);
		}
		if (path.includes('/workbook/')) return this.#workbook(asked, path);
		if (path === '/drive/root/delta') return this.#delta(asked);
		const [, fileId, content] = /^\/drive\/items\/([^/]+)(\/content)?$/.exec(path) ?? [];
		const file = this.files.find(({ id }) => id === fileId);
		if (file) return content ? { status: 200, bytes: file.bytes, type: file.mimeType } : ok(driveItem(file));
		throw new Refusal(404, `itemNotFound ${call}`);
	}

	#createDraft(asked: Asked): Reply {
		const { subject, body, toRecipients } = draftBody.parse(jsonOf(asked));
		const to = toRecipients.map(({ emailAddress }) => emailAddress.address);
		const id = `AAMk${this.#newId()}=`;
		this.drafts.set(id, { to, subject, text: body.content, attachments: [] });
		return { status: 201, json: { id, subject } };
	}

	#attach(asked: Asked, { attachments }: SentMail): Reply {
		const { name, contentBytes } = smallFile.parse(jsonOf(asked));
		const bytes = fromBase64(contentBytes);
		if (bytes.length > 3 * mebibyte) throw new Refusal(413, 'ErrorMessageSizeExceeded');
		attachments.push({ fileName: name, bytes });
		return { status: 201, json: { name } };
	}

	#openUpload(asked: Asked, draft: string): Reply {
		const { name, size } = session.parse(jsonOf(asked)).AttachmentItem;
		if (size < 3_000_000) throw new Refusal(400, 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize');
		const id = this.#newId();
		this.#uploads.set(id, { draft, name, size, parts: [] });
		return { status: 201, json: { uploadUrl: `https://outlook.office.com/upload/${id}?authtoken=secret` } };
	}

	/** Its address is a secret of its own: a token beside it is refused. */
	#uploadPart({ url, headers, body, method }: Asked): Reply {
		const upload = this.#uploads.get(url.pathname.split('/').at(-1) ?? '');
		if (!upload || method !== 'PUT' || headers.authorization !== undefined) throw new Refusal(401, 'Unauthorized');
		if (body.length > 4 * mebibyte) throw new Refusal(413, 'RequestEntityTooLarge');
		const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
		const so = upload.parts.reduce((sum, part) => sum + part.length, 0);
		if (Number(from) !== so || Number(to) - so + 1 !== body.length || Number(size) !== upload.size)
			throw new Refusal(416, 'InvalidRange');
		upload.parts.push(body);
		if (so + body.length < upload.size)
			return { status: 200, json: { nextExpectedRanges: [String(so + body.length)] } };
		this.drafts.get(upload.draft)?.attachments.push({ fileName: upload.name, bytes: Buffer.concat(upload.parts) });
		return { status: 201 };
	}

	#send(id: string, draft: SentMail): Reply {
		this.drafts.delete(id);
		this.sent.push(draft);
		return { status: 202 };
	}

	#workbook(asked: Asked, path: string): Reply {
		if (path.endsWith('/usedRange')) {
			const address = `Statuses!${this.sheet.usedRange}`;
			return ok(asked.url.searchParams.get('select') ? { address } : { address, values: this.sheet.values() });
		}
		const [, address] = /\/range\(address='([^']+)'\)$/.exec(decodeURIComponent(path)) ?? [];
		if (asked.method !== 'PATCH' || address === undefined) throw new Refusal(400, `InvalidArgument ${path}`);
		this.sheet.write(address, range.parse(jsonOf(asked)).values, { asTyped: true });
		return ok({ address, values: this.sheet.values() });
	}

	/** What has been created since the token. */
	#delta({ url }: Asked): Reply {
		const token = url.searchParams.get('token');
		const since = token === 'latest' ? this.files.length : Number(token ?? 0);
		const link = `https://graph.microsoft.com/v1.0/me/drive/root/delta?token=${this.files.length}`;
		return ok({ value: this.files.slice(since).map(driveItem), '@odata.deltaLink': link });
	}

	#newId(): string {
		return String((this.#made += 1)).padStart(6, '0');
	}
}

const ok = (json: unknown): Reply => ({ status: 200, json });

function driveItem({ id, name, mimeType, folder, createdAt, bytes }: DriveFile) {
	const fileSystemInfo = { createdDateTime: createdAt, lastModifiedDateTime: createdAt };
	return { id, name, size: bytes.length, file: { mimeType }, fileSystemInfo, parentReference: { id: folder } };
}
