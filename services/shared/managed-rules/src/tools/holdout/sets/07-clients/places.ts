import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import type { Place } from '../01-injections/places.ts';

const FORM = 'application/x-www-form-urlencoded';
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const quoted = encodeURIComponent;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const json = (document: unknown, type = 'application/json'): HoldoutRequest =>
  bodyRequest(type, JSON.stringify(document));
const header =
  (name: string, before = '', behind = ''): Place =>
  (text) =>
    NOT_IN_LINE.test(text) ? null : request('/desk', [name, before + latin1(text) + behind]);
const bytesRequest = (type: string, body: Buffer): HoldoutRequest => ({
  ...request('/desk', ['Content-Type', type, 'Content-Length', String(body.length)]),
  method: 'POST',
  body,
});
const parts = (disposition: string, content: string, headers = ''): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary="desk 7"',
    `--desk 7\r\ncontent-disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n--desk 7--\r\n`,
  );
const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Where clients of the set `clients` put what they send. */
export const CLIENT_PLACES = {
  'filter of JSON in a query': (text) => request(`/desk?filter=${quoted(JSON.stringify({ name: text }))}`),
  'filter of JSON:API': (text) => request(`/desk?filter[name]=${quoted(text)}&page[size]=5&include=owner`),
  'filter of OData': (text) => request(`/odata/Orders?$top=5&$search=${quoted(text)}`),
  'value behind a semicolon': (text) => request(`/desk?lang=en;ref=${quoted(text)}`),
  'query with plus signs': (text) => request(`/desk?q=${quoted(text).replaceAll('%20', '+')}&page=1`),
  'half percent': (text) =>
    NOT_IN_LINE.test(text) || /[#&+% ]/.test(text) ? null : request(`/desk?q=${latin1(text)}`),
  'argument of GraphQL by GET': (text) =>
    request(`/graphql?query=${quoted(`query{find(name:${JSON.stringify(text)}){id}}`)}`),
  'input of a mutation': (text) =>
    json({
      query: 'mutation M($i: OrderInput!) { save(input: $i) { id } }',
      variables: { i: { lines: [{ note: text, qty: 2 }] } },
    }),
  'argument of a tool call': (text) =>
    json({ tool_calls: [{ function: { name: 'find', arguments: JSON.stringify({ ref: text }) } }] }),
  'fields of a ticket': (text) =>
    json({ fields: { project: { key: 'A' }, summary: text, issuetype: { id: '1' } } }),
  'merge patch': (text) => ({
    ...json({ profile: { nick: text } }, 'application/merge-patch+json'),
    method: 'PATCH',
  }),
  'resource of JSON:API': (text) =>
    json({ data: { type: 'notes', attributes: { title: text } } }, 'application/vnd.api+json'),
  'JSON with a byte order mark': (text) =>
    bodyRequest('application/json', `\ufeff${JSON.stringify({ ref: text })}`),
  'JSON with comments': (text) =>
    bodyRequest('application/json', `/* v2 */ { "id": 3, // number\n "ref": ${JSON.stringify(text)}, }`),
  'sequence of JSON': (text) =>
    bodyRequest('application/json-seq', `\u001e{"id":1}\n\u001e${JSON.stringify({ ref: text })}\n`),
  'event of a stream': (text) => json({ records: [{ value: base64(JSON.stringify({ ref: text })) }] }),
  'item of a form list': (text) => bodyRequest(FORM, `items[0][name]=${quoted(text)}&items[0][qty]=1`),
  'form with a charset': (text) =>
    bodyRequest(`${FORM}; charset=utf-8`, `_charset_=utf-8&note=${quoted(text)}`),
  'form by PUT': (text) => ({ ...bodyRequest(FORM, `note=${quoted(text)}`), method: 'PUT' }),
  'part of a boundary with a space': (text) => parts('name="note"', text),
  'part without quotes': (text) => parts('name=note', text),
  'part in UTF-16': (text) =>
    bytesRequest(
      'multipart/form-data; boundary=desk7',
      Buffer.concat([
        Buffer.from(
          '--desk7\r\ncontent-disposition: form-data; name="note"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\n',
        ),
        Buffer.from(text, 'utf16le'),
        Buffer.from('\r\n--desk7--\r\n'),
      ]),
    ),
  'file of translations': (text) =>
    parts(
      'name="f"; filename="de.json"',
      JSON.stringify({ 'a.b': text }),
      'Content-Type: application/json\r\n',
    ),
  'folder of a file': (text) =>
    NOT_IN_LINE.test(text) || /["\\]/.test(text) ? null : parts(`name="f"; filename="${text}/a.txt"`, 'x'),
  'element with a prefix': (text) =>
    bodyRequest('application/xml', `<n:o xmlns:n="urn:a"><n:r n:k="1">${xmlText(text)}</n:r></n:o>`),
  'element of XML by numbers': (text) =>
    bodyRequest(
      'text/xml',
      `<o><r>${[...text].map((sign) => `&#x${sign.codePointAt(0)!.toString(16)};`).join('')}</r></o>`,
    ),
  'claim of a token in JSON': (text) =>
    json({
      id_token: `${base64('{"alg":"RS256"}')}.${base64(JSON.stringify({ name: text })).replaceAll(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')}.c2ln`,
    }),
  'chunk of a cookie': (text) => request('/desk', ['Cookie', `sid=a1; prefs.0=${quoted(text)}; theme=dark`]),
  'second Cookie': (text) => request('/desk', ['Cookie', 'a=1', 'Cookie', `ref=${quoted(text)}`]),
  'X-Forwarded-Prefix': header('X-Forwarded-Prefix', '/'),
  'X-Tenant': header('X-Tenant-Id'),
  'X-Amz-Meta': header('X-Amz-Meta-Title'),
  'X-Correlation-Id': header('X-Correlation-Id', 'req-'),
  Referrer: header('Referer', 'https://shop.example/'),
  'agent in brackets': header('User-Agent', 'desk/7.1 (', '; build 5)'),
  'segment before a file': (text) =>
    NOT_IN_LINE.test(text) || text.includes('/') ? null : request(`/desk/${quoted(text)}/report.pdf?v=1`),
} as const satisfies Record<string, Place>;

const ENTITY: Readonly<Record<string, string>> = {
  "'": '&apos;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  '(': '&lpar;',
  ')': '&rpar;',
  '=': '&equals;',
  ';': '&semi;',
  '/': '&sol;',
  '{': '&lbrace;',
  '}': '&rbrace;',
  $: '&dollar;',
  '|': '&vert;',
};

/** How they spell it. */
export const CLIENT_ENCODINGS = {
  plain: (text) => text,
  'percent twice': (text) => quoted(quoted(text)),
  'base64 of JSON': (text) => base64(JSON.stringify({ v: text })),
  base64url: (text) => Buffer.from(text, 'utf8').toString('base64url'),
  '%u0027': (text) =>
    text.replaceAll(/[^A-Za-z0-9]/g, (sign) => `%u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  '&apos;': (text) => text.replaceAll(/['"<>()=;/{}$|]/g, (sign) => ENTITY[sign]!),
  'JSON in JSON': (text) => JSON.stringify({ a: { b: text } }),
} as const satisfies Record<string, (text: string) => string>;
