/** Finds RabbitMQ's programs on this machine, or installs them if there is apt and we are root. */
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install } from '../apt';
import { defaultCacheFolder } from '../n8n/install';
import { run } from '../n8n/processes';

/** `root`: the folder in which they run by chroot, and to which their paths are relative; empty for this machine's own. */
export type Programs = { server: string; control: string; epmd: string; root: string };

/** The programs of the RabbitMQ that is installed here, or in the system below `root`; null if there is none. */
export function findPrograms(root = ''): Programs | null {
	const find = (folders: string[], name: string) =>
		folders
			.flatMap((folder) => globSync(join(root + folder, name)))
			.find(isProgram)
			?.slice(root.length);
	// Debian's /usr/sbin/rabbitmq-server changes to another user and folder: the program behind it comes first.
	const server = find(['/usr/lib/rabbitmq/bin', '/usr/lib/rabbitmq/lib/*/sbin', ...searchPath()], 'rabbitmq-server');
	if (!server) return null;
	const control = find([dirname(server), ...searchPath()], 'rabbitmqctl');
	const epmd = find([...searchPath(), '/usr/lib/erlang/erts-*/bin', '/usr/local/lib/erlang/erts-*/bin'], 'epmd');
	return control && epmd ? { server, control, epmd, root } : null;
}

/** Installs Debian's RabbitMQ without starting its service. If it cannot, throws a sentence that says what to do. */
export async function installPrograms(onProgress: (line: string) => void): Promise<Programs> {
	const lack = 'No RabbitMQ was found (one that runs elsewhere: AMQP_URL=amqp://user:password@host:5672/).';
	await install(['rabbitmq-server'], { lack, onProgress });
	const programs = findPrograms();
	if (!programs) throw new Error(`${lack} The programs of rabbitmq-server are not where Debian keeps them.`);
	return programs;
}

/** The RabbitMQ of another Debian release. trixie: 4.0; forky: 4.3 in November 2026. */
export type DebianRelease = 'trixie' | 'forky';

/** Installs it into the user's cache if it is missing (a minute, 400 MB; needs root on Debian), and returns its programs. */
export async function releasePrograms(release: DebianRelease): Promise<Programs> {
	const root = join(defaultCacheFolder(), `rabbitmq-${release}`);
	await run('sh', [join(__dirname, 'otherRelease.sh'), release, root], { cwd: '/', limitMs: 20 * 60_000 });
	const programs = findPrograms(root);
	if (!programs) throw new Error(`${root} holds no RabbitMQ: remove the folder and start again.`);
	return programs;
}

function searchPath(): string[] {
	const usual = ['/usr/local', '/usr', '', '/opt/homebrew'].flatMap((prefix) => [`${prefix}/sbin`, `${prefix}/bin`]);
	return [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...usual];
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		// Absent, or we may not run it.
		return false;
	}
}
