/** The parts of undici that the package uses, in place of the whole library: half of it is caches, mocks and the fetch API. */
const Dispatcher = require('undici/lib/dispatcher/dispatcher');

Object.assign(Dispatcher.prototype, require('undici/lib/api'));

exports.Agent = require('undici/lib/dispatcher/agent');
exports.Pool = require('undici/lib/dispatcher/pool');
exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent');
exports.buildConnector = require('undici/lib/core/connect');
