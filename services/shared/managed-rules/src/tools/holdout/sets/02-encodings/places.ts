import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import { ENCODINGS, PLACES, type Place } from '../01-injections/places.ts';

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const FORM = 'application/x-www-form-urlencoded';
const json = (document: unknown, type = 'application/json'): HoldoutRequest =>
  bodyRequest(type, JSON.stringify(document));
const header =
  (name: string, before = ''): Place =>
  (text) =>
    NOT_IN_LINE.test(text) ? null : request('/orders', [name, before + latin1(text)]);
const xmlAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const nested = (text: string): string =>
  `--outer\r\nContent-Disposition: form-data; name="order"\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\nContent-Disposition: form-data; name="ref"\r\n\r\n${text}\r\n--inner--\r\n\r\n--outer--\r\n`;
const formPart = (headers: string, content: string): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=edge7',
    `--edge7\r\nContent-Disposition: form-data; name="meta"\r\n${headers}\r\n${content}\r\n--edge7--\r\n`,
  );
const quotedPrintable = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/** Where applications of an API find what is sent; the set `injections`'s places are the commoner ones. */
export const ENCODING_PLACES = {
  'key of JSON': (text) => json({ filter: { [text]: 1 } }),
  'member of a list': (text) => json({ ids: [1, 'two', { deep: [[text]] }] }),
  'variable of GraphQL': (text) =>
    json({ query: 'query($id: String!) { item(id: $id) { name } }', variables: { id: text } }),
  'literal of GraphQL': (text) =>
    json({ query: `{ item(id: ${JSON.stringify(text)}) { name } }`, variables: null }),
  'variables in a query': (text) =>
    request(
      `/graphql?query=${encodeURIComponent('query($q:String){s(q:$q)}')}&variables=${encodeURIComponent(JSON.stringify({ q: text }))}`,
    ),
  'parameter of JSON-RPC': (text) => json([{ jsonrpc: '2.0', id: 1, method: 'find', params: ['a', text] }]),
  'line of NDJSON': (text) =>
    bodyRequest('application/x-ndjson', `{"a":1}\n${JSON.stringify({ ref: text })}\n`),
  'JSON in JSON': (text) => json({ payload: JSON.stringify({ ref: text }) }),
  'JSON in a form': (text) =>
    bodyRequest(FORM, `payload=${encodeURIComponent(JSON.stringify({ user: { ref: text } }))}`),
  'JSON as a picture': (text) => json({ ref: text }, 'image/png'),
  'a form as bytes': (text) =>
    bodyRequest('application/octet-stream', `page=2&ref=${encodeURIComponent(text)}`),
  'plain text': (text) => bodyRequest('text/plain', text),
  'name in brackets': (text) => bodyRequest(FORM, `filter[${encodeURIComponent(text)}][]=1`),
  'attribute of XML': (text) => bodyRequest('application/xml', `<order ref="${xmlAttribute(text)}" id="2"/>`),
  'CDATA of XML': (text) =>
    text.includes(']]>') ? null : bodyRequest('text/xml', `<order><ref><![CDATA[${text}]]></ref></order>`),
  SOAP: (text) =>
    bodyRequest(
      'application/soap+xml',
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><Get><id>${xmlAttribute(text)}</id></Get></s:Body></s:Envelope>`,
    ),
  YAML: (text) => bodyRequest('application/yaml', `order:\n  id: 3\n  ref: ${JSON.stringify(text)}\n`),
  'part in a part': (text) => bodyRequest('multipart/form-data; boundary=outer', nested(text)),
  'part that is JSON': (text) =>
    formPart('Content-Type: application/json\r\n', JSON.stringify({ ref: text })),
  'part in base64': (text) =>
    formPart('Content-Transfer-Encoding: base64\r\n', Buffer.from(text).toString('base64')),
  'part that is quoted-printable': (text) =>
    formPart('Content-Transfer-Encoding: quoted-printable\r\n', quotedPrintable(text)),
  'parameter of a path': (text) =>
    text.includes('/') || NOT_IN_LINE.test(text)
      ? null
      : request(`/orders;ref=${encodeURIComponent(text)}/lines`),
  'end of a path': (text) =>
    text.includes('/') || NOT_IN_LINE.test(text)
      ? null
      : request(`/api/v2/items/${encodeURIComponent(text)}/edit`),
  'name of a cookie': (text) => request('/orders', ['Cookie', `${encodeURIComponent(text)}=1; lang=en`]),
  'cookie as it is': (text) =>
    /[;,"]/.test(text) || NOT_IN_LINE.test(text)
      ? null
      : request('/orders', ['Cookie', `lang=en; ref=${latin1(text)}`]),
  'JSON in a cookie': (text) =>
    request('/orders', ['Cookie', `prefs=${encodeURIComponent(JSON.stringify({ ref: text }))}; lang=en`]),
  'claim of a token': (text) =>
    request('/orders', [
      'Authorization',
      `Bearer ${base64url('{"alg":"HS256"}')}.${base64url(JSON.stringify({ sub: text }))}.c2lnbmF0dXJl`,
    ]),
  'user of Basic': (text) =>
    request('/orders', ['Authorization', `Basic ${Buffer.from(`${text}:pw`).toString('base64')}`]),
  'X-Forwarded-For': header('X-Forwarded-For', '203.0.113.7, '),
  'Accept-Language': header('Accept-Language'),
  'X-Original-URL': header('X-Original-URL'),
  'True-Client-IP': header('True-Client-IP'),
  'X-Api-Key': header('X-Api-Key'),
  Origin: header('Origin'),
  'Referer as it is': header('Referer'),
} as const satisfies Record<string, Place>;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const eachSign = (text: string, spell: (code: number) => string): string =>
  text.replaceAll(/[^A-Za-z0-9 ]/gu, (sign) => spell(sign.codePointAt(0)!));
const NAMED: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '(': '&lpar;',
  ')': '&rpar;',
  ';': '&semi;',
  '/': '&sol;',
  '\\': '&bsol;',
  $: '&dollar;',
  '`': '&grave;',
  '|': '&vert;',
  '{': '&lcub;',
  '}': '&rcub;',
  ':': '&colon;',
  '=': '&equals;',
};

/** What programs undo beside what their place asks for, but for the set `injections`'s. */
export const FURTHER_ENCODINGS = {
  plain: ENCODINGS.plain,
  'percent three times': (text) =>
    encodeURIComponent(
      encodeURIComponent(text).replaceAll(/[!'()*~._-]/g, (sign) => `%${hex(sign.charCodeAt(0), 2)}`),
    ),
  'base64 without padding': (text) => Buffer.from(text, 'utf8').toString('base64url'),
  'base64 twice': (text) => Buffer.from(Buffer.from(text, 'utf8').toString('base64')).toString('base64'),
  'base64 of percent': (text) => Buffer.from(encodeURIComponent(text)).toString('base64'),
  '%u0027': (text) =>
    eachSign(text, (code) => (code > 0xffff ? String.fromCodePoint(code) : `%u${hex(code, 4)}`)),
  '\\u{27}': (text) => eachSign(text, (code) => `\\u{${code.toString(16)}}`),
  '\\047': (text) =>
    eachSign(text, (code) =>
      code > 255 ? String.fromCodePoint(code) : `\\${code.toString(8).padStart(3, '0')}`,
    ),
  '&#39;': (text) => eachSign(text, (code) => `&#0${code};`),
  '&apos;': (text) => text.replaceAll(/[<>"'();/\\$`|{}:=]/g, (sign) => NAMED[sign]!),
  'full width': (text) =>
    text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  'digits of bytes': (text) => Buffer.from(text, 'utf8').toString('hex'),
} as const satisfies Record<string, (text: string) => string>;

/** A place of the set `injections` too, since encodings differ. */
export const PLACES_OF_BOTH = {
  query: PLACES.query,
  'body without a type': PLACES['body without a type'],
  'own header': PLACES['own header'],
  ...ENCODING_PLACES,
} as const;
