import { Readable } from 'node:stream';

const chunk = Buffer.alloc(64 * 1024, 'cargo ');

/**
 * A PDF of exactly `size` bytes that is never held in memory as a whole: one empty page, and padding in a stream object.
 * Below some 420 bytes there is no room for a whole PDF; what comes then begins like one and is cut to size.
 */
export function paddedPdf(size: number): Readable {
	const { padding, head, tail } = fittingFrame(size);
	return Readable.from(pieces([head, padding, tail], size));
}

/** The length of the padding is written in the file too, and its digits take room: the largest padding that fits. */
function fittingFrame(size: number): { padding: number; head: Buffer; tail: Buffer } {
	const empty = frame(0);
	let padding = Math.max(size - empty.head.length - empty.tail.length, 0);
	for (;;) {
		const { head, tail } = frame(padding);
		const excess = head.length + padding + tail.length - size;
		if (excess <= 0 || padding === 0) return { padding, head, tail };
		padding = Math.max(padding - excess, 0);
	}
}

/** Where the digits leave a byte or two over, line ends fill the file up. */
function* pieces([head, padding, tail]: [Buffer, number, Buffer], size: number): Generator<Buffer> {
	yield head.subarray(0, size);
	for (let left = padding; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
	yield tail.subarray(0, Math.max(size - head.length, 0));
	const rest = size - head.length - padding - tail.length;
	if (rest > 0) yield Buffer.alloc(rest, '\n');
}

function frame(padding: number): { head: Buffer; tail: Buffer } {
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
	];
	let head = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = head.length;
		head += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	offsets.push(head.length);
	head += `4 0 obj\n<< /Length ${padding} >>\nstream\n`;
	const closing = '\nendstream\nendobj\n';
	const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
	const start = head.length + padding + closing.length;
	const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	const tail = `${closing}xref\n0 5\n0000000000 65535 f \n${table}${trailer}`;
	return { head: Buffer.from(head, 'latin1'), tail: Buffer.from(tail, 'latin1') };
}
