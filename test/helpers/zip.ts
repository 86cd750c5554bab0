import { crc32 } from 'node:zlib';

/** A ZIP file with these texts, which are not compressed. */
export function zipped(files: Record<string, string>): Buffer {
	let offset = 0;
	const entries = Object.entries(files).map(([name, text]) => {
		const [path, content, at] = [Buffer.from(name), Buffer.from(text), offset];
		// From the version to the length of the extra field, which a file and its entry in the directory have alike.
		const common = Buffer.alloc(26);
		common.writeUInt16LE(20, 0);
		common.writeUInt32LE(crc32(content), 10);
		common.writeUInt32LE(content.length, 14);
		common.writeUInt32LE(content.length, 18);
		common.writeUInt16LE(path.length, 22);
		const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, content]);
		offset += file.length;
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(at, 10);
		return { file, entry: Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, path]) };
	});
	const directory = Buffer.concat(entries.map(({ entry }) => entry));
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06');
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...entries.map(({ file }) => file), directory, end]);
}
