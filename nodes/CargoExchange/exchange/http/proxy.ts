/** Which proxy the environment names for an address, read at the time of the call. Lower-case names win, as everywhere. */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv = process.env): string | null {
	const read = (name: string) => environment[name] ?? environment[name.toUpperCase()] ?? '';
	const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy');
	if (proxy === '' || isExcluded(url, read('no_proxy'))) return null;
	return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** NO_PROXY: names with all their subdomains, addresses, each with an optional port, or `*`; by comma or space. */
function isExcluded(url: URL, list: string): boolean {
	const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
	const port = url.port || (url.protocol === 'https:' ? '443' : '80');
	return list
		.toLowerCase()
		.split(/[\s,]+/)
		.filter((entry) => entry !== '')
		.some((entry) => {
			if (entry === '*') return true;
			const [, named = entry, wantedPort] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [];
			const name = named.replace(/^\*?\./, '').replace(/^\[|\]$/g, '');
			return (wantedPort === undefined || wantedPort === port) && (host === name || host.endsWith(`.${name}`));
		});
}
