import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { say, startScriptedBroker } from '../helpers/scriptedBroker';

/** Why `listeningConnection.ts` exists. When this fails, amqplib can be used by its public `connect`. */
it("amqplib's own connect ends a process when a broker closes in the same segment as its welcome, whichever events the caller listens to", async () => {
	const broker = await startScriptedBroker([say.start, say.tune, Buffer.concat([say.welcome, say.goodbye(541)])]);
	const program = `
		const { connect } = require('amqplib');
		connect({ protocol: 'amqp', hostname: '127.0.0.1', port: ${broker.port} }).then(
			(model) => { model.on('error', () => {}); process.exit(0); },
			() => process.exit(0),
		);
	`;
	const running = promisify(execFile)(process.execPath, ['-e', program], {
		cwd: path.resolve(__dirname, '../..'),
		timeout: 50_000,
	});
	await expect(running).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining('Connection closed: 541') as unknown,
	});
	await broker.stop();
});
