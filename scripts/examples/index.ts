/** The examples that tell the same stories for several desks: each story is written once. `npm run generate` writes their files. */
import { workflowOf } from './canvas';
import { emailPdfs } from './emailPdfs';
import { evidence } from './evidence';
import { polling, queue } from './exchangeNodes';
import { imports } from './imports';
import { statuses } from './statuses';

const stories = { ...emailPdfs(queue, polling), ...statuses(queue, polling), ...imports, ...evidence(queue) };

/** The contents of the files in examples/, by their names. */
export const variants = Object.fromEntries(
	Object.entries(stories).map(([file, example]) => [`${file}.json`, workflowOf(file, example)]),
);
