/**
 * Where copies of the package keep what a process must have only once: n8n deletes a package's files from `require.cache` when it updates
 * the package while running, and the new copy has to find the consumers and the imports of the old one.
 */
const registryKey = Symbol.for('n8n-nodes-cargo-exchange');

/** `version`: of the interface by which copies use it. Increase it if another published version of the package could not use it any more. */
type OncePerProcess<Kind extends object> = {
	readonly name: string;
	readonly version: number;
	readonly isKind: (made: unknown) => made is Kind;
	readonly make: () => Kind;
};

/**
 * The one thing of this name in the process, made by whichever copy of the package asks first. It is never replaced: a second one would
 * read the same queues.
 * @throws if another version of the package has made one with another interface: then n8n has to be restarted.
 */
export function oncePerProcess<Kind extends object>({ name, version, isKind, make }: OncePerProcess<Kind>): Kind {
	const existing: unknown = Reflect.get(globalThis, registryKey);
	const registry = isObject(existing) ? existing : {};
	Reflect.set(globalThis, registryKey, registry);
	const found: unknown = Reflect.get(registry, name);
	if (found === undefined) {
		const made = make();
		Reflect.set(registry, name, { version, made });
		return made;
	}
	const made: unknown = isObject(found) && 'made' in found ? found.made : undefined;
	if (isObject(found) && 'version' in found && found.version === version && isKind(made)) return made;
	throw Object.assign(new Error('Another version of this package is still running'), {
		description:
			'The package was updated while n8n was running, and this version cannot work beside the one before. Restart n8n.',
	});
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
