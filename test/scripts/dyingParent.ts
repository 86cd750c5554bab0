/** Starts a child as the scripts do, reports its process ID, and waits to be killed. */
import { spawn } from 'node:child_process';
import { endWithUs } from '../../scripts/n8n/processes';

const child = spawn('sleep', ['300'], { stdio: 'ignore', detached: true });
endWithUs(child);
process.stdout.write(`${child.pid ?? 0}\n`);
setInterval(() => undefined, 1_000);
