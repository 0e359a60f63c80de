const PLACES: Readonly<Record<string, string>> = {
  ARGS: 'parameter',
  ARGS_GET: 'query parameter',
  ARGS_POST: 'form field',
  ARGS_NAMES: 'a parameter name',
  ARGS_GET_NAMES: 'a query parameter name',
  ARGS_POST_NAMES: 'a form field name',
  REQUEST_HEADERS: 'request header',
  REQUEST_HEADERS_NAMES: 'a request header name',
  REQUEST_COOKIES: 'cookie',
  REQUEST_COOKIES_NAMES: 'a cookie name',
  REQUEST_URI: 'the address',
  REQUEST_URI_RAW: 'the address',
  REQUEST_FILENAME: 'the path',
  REQUEST_BASENAME: 'the path',
  REQUEST_LINE: 'the request line',
  REQUEST_METHOD: 'the method',
  REQUEST_BODY: 'the request body',
  QUERY_STRING: 'the query string',
  FILES: 'uploaded file',
  FILES_NAMES: 'an upload field name',
  MULTIPART_PART_HEADERS: 'the type of an uploaded file',
  MULTIPART_FILENAME: 'an uploaded file name',
  XML: 'the XML body',
  JSON: 'the JSON body',
  REMOTE_ADDR: 'the client address',
  ADDRESS_LIST: 'the list',
  ASN_LIST: 'the list',
  COUNTRY_LIST: 'the list',
  USER_AGENT_LIST: 'the list',
  JA4_LIST: 'the list',
  COUNTRY_CODE: 'the country',
  SERVER_NAME: 'the host',
  REQUEST_SCHEME: 'the scheme',
  ASN: 'the network operator',
  HTTP_VERSION: 'the HTTP version',
  JA4: 'the TLS fingerprint',
  TLS_VERSION: 'the TLS version',
  BOT_KIND: 'the kind of crawler',
  ATTACK_SCORE: 'the attack score',
  RESPONSE_STATUS: 'the status of the answer',
  RESPONSE_BODY: 'the response body',
  RESPONSE_HEADERS: 'response header',
};

/** The inspected part of a request, in words: "ARGS:q" → parameter “q”. */
export function place(name: string): string {
  const colon = name.indexOf(':');
  const collection = colon < 0 ? name : name.slice(0, colon);
  const words = PLACES[collection] ?? collection;
  return colon < 0 ? words : `${words} “${name.slice(colon + 1)}”`;
}

/** Suffix for a value that the site's privacy settings keep out of the log. */
export const NOT_KEPT = ', whose value this site does not keep';
