// Loaded into n8n before its own code: writes down every connection and name look-up that would leave this machine.
const { appendFileSync } = require('node:fs');
const dns = require('node:dns');
const net = require('node:net');

const local = /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/;
const note = (what, host) => {
	if (host && !local.test(String(host))) appendFileSync(process.env.OUTBOUND_LOG, `${what} ${host}\n`);
};

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
	// net.connect hands over its arguments already normalised, as one array.
	const [first, second] = Array.isArray(args[0]) ? args[0] : args;
	if (first && typeof first === 'object') note('connect', first.path ? null : (first.host ?? 'localhost'));
	else if (typeof first === 'number') note('connect', typeof second === 'string' ? second : 'localhost');
	return connect.apply(this, args);
};

const lookup = dns.lookup;
dns.lookup = function (host, ...rest) {
	note('look up', host);
	return lookup.call(this, host, ...rest);
};
