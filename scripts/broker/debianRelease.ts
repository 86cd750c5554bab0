/** The RabbitMQ of another Debian release, in a folder of its own in the user's cache. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { install, mayInstall } from '../apt';
import { withLock } from '../n8n/folderLock';
import { defaultCacheFolder } from '../n8n/install';
import { run } from '../n8n/processes';
import { findPrograms, type Programs } from './programs';

/** trixie: RabbitMQ 4.0; forky: 4.3 in November 2026. */
export type DebianRelease = 'trixie' | 'forky';

const tenMinutes = { cwd: '/', limitMs: 10 * 60_000 };

/** Installs it there if it is missing (about 40 s, 400 MB; needs root on Debian or Ubuntu) and returns its programs, which run in a chroot. */
export async function releasePrograms(release: DebianRelease, onProgress: (line: string) => void): Promise<Programs> {
	const root = join(defaultCacheFolder(), `rabbitmq-${release}`);
	if (!existsSync(root)) {
		if (!mayInstall())
			throw new Error(`RabbitMQ of Debian ${release} can only be installed as root on Debian or Ubuntu.`);
		await mkdir(defaultCacheFolder(), { recursive: true });
		const onWait = () => {
			onProgress(`Another process is installing the RabbitMQ of Debian ${release}; waiting`);
		};
		await withLock(`${root}.lock`, onWait, async () => {
			if (!existsSync(root)) await installRelease(release, root, onProgress);
		});
	}
	const programs = findPrograms(root);
	if (!programs) throw new Error(`${root} holds no RabbitMQ: remove the folder and start again.`);
	return programs;
}

async function installRelease(release: DebianRelease, root: string, onProgress: (line: string) => void): Promise<void> {
	onProgress(`Installing the RabbitMQ of Debian ${release} (about a minute)`);
	if (!existsSync('/usr/sbin/debootstrap')) await install(['debootstrap'], { tell: onProgress });
	// debootstrap of the host may not know a newer release: the recipe of Debian unstable fits it.
	const recipe = `/usr/share/debootstrap/scripts/${release}`;
	if (!existsSync(recipe)) await symlink('sid', recipe);

	const unfinished = `${root}.unfinished`;
	await rm(unfinished, { recursive: true, force: true });
	await run('debootstrap', ['--variant=minbase', release, unfinished, await mirror()], tenMinutes);
	await run('cp', ['-r', '/etc/apt/apt.conf.d', join(unfinished, 'etc', 'apt')], tenMinutes);
	for (const file of ['etc/hosts', 'etc/resolv.conf']) await copyFile(join('/', file), join(unfinished, file));
	const policy = join(unfinished, 'usr', 'sbin', 'policy-rc.d');
	await writeFile(policy, '#!/bin/sh\nexit 101\n');
	await chmod(policy, 0o755);
	const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'rabbitmq-server'];
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
	await run('chroot', [unfinished, ...apt], { ...tenMinutes, env });
	// For the folders of the running nodes.
	await mkdir(join(unfinished, 'work'));
	await rename(unfinished, root);
}

/** The mirror from which this machine installs. */
async function mirror(): Promise<string> {
	const read = (file: string) => readFile(join('/etc/apt', file), 'utf8').catch(() => '');
	const sources = (await read('sources.list.d/debian.sources')) + (await read('sources.list'));
	const [, address] = /^(?:URIs:|deb(?: \[.*\])?) *(\S*debian\S*)/m.exec(sources) ?? [];
	return address ?? 'http://deb.debian.org/debian';
}
