/** A Content-Disposition header by RFC 6266: an ASCII name, and the true one beside it where they differ. */
export function fileDisposition(where: 'inline' | 'attachment', name: string): string {
	const fileName = name.replace(/(\.pdf)+$/i, '.pdf');
	const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
	const exact = ascii === fileName ? '' : `; filename*=UTF-8''${encodeURIComponent(fileName)}`;
	return `${where}; filename="${ascii}"${exact}`;
}
