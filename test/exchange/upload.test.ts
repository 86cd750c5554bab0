import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { UploadBody } from '../../nodes/CargoExchange/exchange/http/request';

const chunk = Buffer.alloc(100_000);

describe('an upload', () => {
	it('has not begun before somebody reads from it', async () => {
		const upload = new UploadBody({ length: 2, open: () => Readable.from([Buffer.from('{}')]) });
		const stream = upload.stream();
		expect(upload.begun).toBe(false);
		expect(await stream.toArray()).toEqual([Buffer.from('{}')]);
		expect(upload).toMatchObject({ begun: true, fault: null });
	});

	it('knows what went wrong in its source from what went wrong on the line', async () => {
		const broken = new UploadBody({ length: 9, open: () => failing() });
		await expect(broken.stream().toArray()).rejects.toThrow('source');
		expect(broken).toMatchObject({ begun: true, fault: { thrown: new Error('source') } });

		let closed = 0;
		const cutOff = new UploadBody({ length: 9, open: () => endless(() => closed++) });
		const stream = cutOff.stream();
		stream.read();
		await new Promise((resolve) => stream.once('readable', resolve));
		stream.destroy(new Error('line'));
		await expect(finished(stream)).rejects.toThrow('line');
		expect([cutOff.fault, closed]).toEqual([null, 1]);
	});
});

async function* failing(): AsyncGenerator<Buffer> {
	yield await Promise.resolve(chunk);
	throw new Error('source');
}

async function* endless(onClose: () => void): AsyncGenerator<Buffer> {
	try {
		for (;;) yield await Promise.resolve(chunk);
	} finally {
		onClose();
	}
}
