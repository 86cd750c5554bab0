import { variants } from '../../scripts/examples';
import { expectGenerated } from '../helpers/generated';

it.each(Object.entries(variants))('%s is what its story in scripts/examples gives', (file, text) => {
	expectGenerated(`examples/${file}`, text);
});
