import type { FastifyInstance } from 'fastify';

import type { Exchange } from '../exchange';
import { Refusal } from '../problem';

/** 4.1 Get token: user name and password by Basic, answered with `{ token }`. */
export function tokenRoutes(app: FastifyInstance, { store, tokens }: Exchange): void {
	app.get('/v3/common/oauth2/token', (request, reply) => {
		const [, encoded] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
		if (encoded === undefined) throw new Refusal(401, 'Basic credentials are required');
		const credentials = Buffer.from(encoded, 'base64').toString('utf8');
		const colon = credentials.indexOf(':');
		const account = store.account(credentials.slice(0, colon), credentials.slice(colon + 1));
		if (colon < 0 || account === undefined) throw new Refusal(401, 'User name or password is not correct');
		if (account.kind !== 'interface') throw new Refusal(403, 'This user may not use the interface');
		return reply.send({ token: tokens.issue(account) });
	});
}
