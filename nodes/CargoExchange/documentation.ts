import { repository, version } from '../../package.json';

/** The address of a page in docs/, as it is at this version; empty as long as package.json names no repository. */
export function documentationUrl(page: string): string {
	return repository === '' ? '' : `${repository}/blob/v${version}/docs/${page}`;
}
