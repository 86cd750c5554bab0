import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from '../../scripts/ports';

async function listen(port: number): Promise<Server> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

it('gives free ports that differ, outside those that systems hand out by themselves', async () => {
	const ports: number[] = [];
	for (let count = 0; count < 20; count++) ports.push(await freePort());
	expect(new Set(ports).size).toBe(20);
	expect(ports.every((port) => port >= 20_000 && port < 32_768)).toBe(true);
	const servers = await Promise.all(ports.slice(0, 3).map(listen));
	for (const server of servers) {
		server.close();
		await once(server, 'close');
	}
});
