import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import * as z from 'zod/v4';
import { type CleanedAddress, isSafeToTalkTo, storedCredential } from '../nodes/CargoExchange/schemas/address';
import { tokenReply } from '../nodes/CargoExchange/schemas/replies';
import { documentationUrl } from '../nodes/CargoExchange/documentation';

/**
 * The account at the exchange's two HTTP interfaces. This package's nodes log in by themselves; `preAuthentication` and
 * `authenticate` serve n8n's HTTP Request node. There is no `test`: n8n would run it with a stored token, and a wrong
 * password would pass. The nodes test it (`testedBy`).
 */
export class CargoExchangeApi implements ICredentialType {
	name = 'cargoExchangeApi';

	displayName = 'Cargo Exchange API';

	documentationUrl = documentationUrl('credentials.md');

	icon = {
		light: 'file:../nodes/CargoExchange/cargoExchange.svg',
		dark: 'file:../nodes/CargoExchange/cargoExchange.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName:
				'The operator of the exchange gives you all of these values. Enter the login of the API user, which is for programs, not that of a person who signs and issues.',
			name: 'accountNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://exchange.example',
			description: 'The address of the API for searches. Leave out /v3/common and what follows it.',
		},
		{
			displayName: 'Import URL',
			name: 'importUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://import.exchange.example',
			description:
				'The address of the API for imports. Leave out /api/v1 and what follows it. Leave empty to use the Base URL. The credential test logs in, lists the customers and checks that this address responds. It imports nothing.',
		},
		{
			displayName: 'User Name',
			name: 'username',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. api@company.example',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		// A session cookie gives access: it is a secret, although the rule does not know its name.
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password
		{
			displayName: 'Session Cookie',
			name: 'sessionCookie',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. SESSION=…',
			description:
				'The cookie as name=value, only if your exchange requires one for imports. It is not sent with other requests.',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if the certificate of the exchange is not trusted. For test systems only.',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the user name and the password unencrypted if an address starts with http://. Plain HTTP to localhost is always allowed.',
		},
		{
			displayName: 'Exchange Profile',
			name: 'profile',
			type: 'json',
			typeOptions: { rows: 4 },
			default: '{}',
			description:
				'What this exchange requires for every request, as JSON. The operator sends it, or "Exchange → Check" of the Cargo Exchange node proposes it. With {}, the usual values apply.',
		},
	];

	/** Logs in for n8n's HTTP Request node, which keeps the token until a call is answered 401. */
	async preAuthentication(this: IHttpRequestHelper, data: ICredentialDataDecryptedObject): Promise<IDataObject> {
		const { baseUrl, username, password, allowInsecureHttp, ...tls } = storedCredential.parse(data);
		const url = checkedUrl(`${usable(baseUrl)}/v3/common/oauth2/token`, allowInsecureHttp);
		const basic = Buffer.from(`${username}:${password}`).toString('base64');
		const reply: unknown = await this.helpers.httpRequest({
			method: 'GET',
			url: url.href,
			headers: { accept: 'application/json', authorization: `Basic ${basic}` },
			json: true,
			...noRedirect,
			...insecureTls(tls),
		});
		const read = tokenReply.safeParse(reply);
		if (read.success) return { token: read.data.token };
		throw new Error('The exchange sent no token. Check the Base URL in the credential.');
	}

	/** Adds the token to a call of n8n's HTTP Request node, if it goes to one of the two addresses. */
	authenticate: IAuthenticate = (data, request) => Promise.resolve(withToken(data, request));
}

function withToken(data: ICredentialDataDecryptedObject, request: IHttpRequestOptions): IHttpRequestOptions {
	const { baseUrl, importUrl, token, allowInsecureHttp, ...tls } = storedCredential.parse(data);
	const url = checkedUrl(addressOf(request), allowInsecureHttp);
	const known = [...new Set([baseUrl, importUrl].map((address) => new URL(usable(address)).origin))];
	if (!known.includes(url.origin)) {
		throw new Error(
			`The token of this credential is for ${known.join(' and ')}. It was not sent to ${url.origin}: check the URL in the node.`,
		);
	}
	const headers = { ...request.headers, authorization: `Bearer ${token}` };
	return { ...request, headers, ...noRedirect, ...insecureTls(tls) };
}

/** n8n's request functions name the address `url` or, the older ones, `uri`. */
const addressed = z.looseObject({
	url: z.string().optional(),
	uri: z.string().optional(),
	baseURL: z.string().optional(),
});

function addressOf(request: IHttpRequestOptions): string {
	const { url, uri, baseURL } = addressed.parse(request);
	const address = url ?? uri ?? '';
	return baseURL === undefined ? address : new URL(address, baseURL).href;
}

function usable(cleaned: CleanedAddress): string {
	if (!cleaned.ok) throw new Error(`${cleaned.message}. ${cleaned.description}`);
	return cleaned.address;
}

function checkedUrl(address: string, allowInsecureHttp: boolean): URL {
	const url = new URL(address);
	if (isSafeToTalkTo(url, allowInsecureHttp)) return url;
	throw new Error(
		`Nothing was sent: ${url.origin} is not encrypted. Use https, or switch on "Allow Insecure HTTP" in the credential.`,
	);
}

// The newer and the older of n8n's request functions each have their own words for these.

/** n8n would take the login along, at least to a subdomain. */
const noRedirect = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };

function insecureTls({ ignoreSslIssues }: { ignoreSslIssues: boolean }) {
	return ignoreSslIssues ? { skipSslCertificateValidation: true, rejectUnauthorized: false } : {};
}
