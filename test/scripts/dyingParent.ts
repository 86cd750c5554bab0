/** Starts a child and makes a folder as the scripts do, reports both, and waits to be killed. */
import { spawn } from 'node:child_process';
import { endWithUs, temporaryFolder } from '../../scripts/n8n/processes';

const child = spawn('sleep', ['300'], { stdio: 'ignore', detached: true });
endWithUs(child);
process.stdout.write(`${child.pid ?? 0} ${temporaryFolder()}\n`);
setInterval(() => undefined, 1_000);
