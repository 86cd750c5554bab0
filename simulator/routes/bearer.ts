import type { FastifyInstance } from 'fastify';

import type { Exchange } from '../exchange';
import { Refusal } from '../problem';

/** 5: every operation but the token's demands a bearer token that is still good. Checked before the body is read. */
export function demandBearer(app: FastifyInstance, { tokens }: Exchange): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
		if (token === undefined) done(new Refusal(401, 'A bearer token is required'));
		else if (tokens.holder(token) === undefined) done(new Refusal(401, 'The token is not valid or has expired'));
		else done();
	});
}
