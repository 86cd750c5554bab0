import { columnOf, plainHeader, type Column } from './headers';

/** Fields by which a container is known. */
const naming = new Set(['containerNumber', 'containerType', 'containerTypeDescription', 'sealNumber']);

/**
 * What a header such as `Gross Weight` or `Packages` means, which may be said of a container or of a cargo: the container's in a sheet
 * with a column that names containers, else the packaging's of the cargo. Undefined for a header that means one thing in every sheet.
 */
export function looseColumn(header: string, headers: () => ReadonlySet<string>): Column | undefined {
	const column = columnOf(header);
	if (!column || !isOfContainer(column) || namesContainers(header, column)) return undefined;
	const others = [...headers()].map((other) => ({ other, found: columnOf(other) }));
	if (others.some(({ other, found }) => found && isOfContainer(found) && namesContainers(other, found))) return column;
	const path = column.path
		.replace('containerQuantity', 'weight')
		.replace('containerVolume', 'volume')
		.replace('totalNumberOfPackingItems', 'numberOfPackingItems');
	return columnOf(`sets.cargos.packaging.${path}`);
}

function isOfContainer({ levels }: Column): boolean {
	return levels.at(-1)?.path === 'containers';
}

function namesContainers(header: string, { path }: Column): boolean {
	return naming.has(path) || plainHeader(header).includes('container');
}
