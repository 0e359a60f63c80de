/** A token of RFC 9110, 5.6.2, without underscores, which CGI servers cannot tell from hyphens. */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^`|~-]+$/;

/**
 * Headers that frame messages or concern one connection: changing them would corrupt requests (RFC 9110, 7.6.1; RFC
 * 9112).
 */
export const OF_THE_CONNECTION: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
];
