import type { INodeProperties } from 'n8n-workflow';

/** A list of fields, and those inside its collections. */
export function formsIn(properties: readonly INodeProperties[]): (readonly INodeProperties[])[] {
	const inner = properties.flatMap(({ options = [] }) => {
		const fields = options.filter((option): option is INodeProperties => 'type' in option);
		return [fields, ...options.flatMap((option) => ('values' in option ? [option.values] : []))];
	});
	return [properties, ...inner.filter((form) => form.length > 0).flatMap(formsIn)];
}
