/**
 * Where copies of the package keep what a process must have only once: n8n deletes a package's files from `require.cache` when it updates
 * the package while running, and the new copy has to find the consumers and the imports of the old one.
 */
const registryKey = Symbol.for('n8n-nodes-cargo-exchange');

/**
 * The one thing of this kind in the process, made by whichever copy of the package asks first. `name` has the version of the interface by
 * which two copies use it; `isKind` distinguishes a thing of that interface from anything else that was put there.
 */
export function oncePerProcess<Kind extends object>(
	name: string,
	isKind: (found: unknown) => found is Kind,
	make: () => Kind,
): Kind {
	const existing: unknown = Reflect.get(globalThis, registryKey);
	const registry = typeof existing === 'object' && existing !== null ? existing : {};
	Reflect.set(globalThis, registryKey, registry);
	const found: unknown = Reflect.get(registry, name);
	if (isKind(found)) return found;
	const made = make();
	Reflect.set(registry, name, made);
	return made;
}
