/** Usual short forms of words in headers. */
const shortForms: Readonly<Record<string, string>> = {
	addr: 'address',
	amt: 'amount',
	ccy: 'currency',
	cnee: 'consignee',
	cntr: 'container',
	cont: 'container',
	ctnr: 'container',
	ctr: 'container',
	cur: 'currency',
	curr: 'currency',
	desc: 'description',
	dest: 'destination',
	disch: 'discharge',
	dt: 'date',
	grs: 'gross',
	nett: 'net',
	no: 'number',
	nos: 'numbers',
	nr: 'number',
	num: 'number',
	pkg: 'package',
	pkgs: 'packages',
	qty: 'quantity',
	rcpt: 'receipt',
	ref: 'reference',
	shpr: 'shipper',
	vol: 'volume',
	voy: 'voyage',
	wt: 'weight',
};

/** A header without what people write one way or another: case, accents, spaces, punctuation, short forms. */
export function plainHeader(header: string): string {
	return header
		.normalize('NFKD')
		.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/b\/l/g, 'bl')
		.replace(/&/g, ' and ')
		.replace(/#/g, ' number ')
		.split(/[^\p{L}\p{N}]+/u)
		.map((word) => (Object.hasOwn(shortForms, word) ? shortForms[word] : word))
		.join('')
		.replace(/^notify(?!part(?:y|ies))/, 'notifyparty');
}
