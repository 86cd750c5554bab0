import { tlsFault } from '../nodes/CargoExchange/tlsFaults';

it.each([
	['ERR_SSL_WRONG_VERSION_NUMBER', '', 'plain'],
	['EPROTO', 'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'plain'],
	['ERR_SSL_PACKET_LENGTH_TOO_LONG', '', 'plain'],
	['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', '', 'other'],
	['ERR_SSL_UNSUPPORTED_PROTOCOL', '', 'other'],
	['CERT_HAS_EXPIRED', 'certificate has expired', 'invalid'],
	['CERT_NOT_YET_VALID', 'certificate is not yet valid', 'invalid'],
	['ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames", 'invalid'],
	['HOSTNAME_MISMATCH', '', 'invalid'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', '', 'untrusted'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', 'untrusted'],
	['CERT_REVOKED', '', 'untrusted'],
	['ERR_OSSL_PEM_NO_START_LINE', '', 'ownFiles'],
	['ERR_OSSL_X509_KEY_VALUES_MISMATCH', '', 'ownFiles'],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '', 'refused'],
	['EPROTO', 'sslv3 alert handshake failure', 'refused'],
	['ERR_SSL_NO_CIPHERS_AVAILABLE', '', 'other'],
])('explains what Node reports as %s %s', (code, words, kind) => {
	expect(tlsFault(code, words)?.kind).toBe(kind);
});

it.each(['ECONNRESET', 'ENOTFOUND', 403, undefined])('leaves an error of another kind to others: %s', (code) => {
	expect(tlsFault(code, 'alert')).toBeNull();
});
