import {
  browser,
  browserForm,
  browserJson,
  browserParts,
  client,
  clientJson,
  get,
} from '../../support/clients.ts';
import type { Place } from '../01-injections/places.ts';

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const quoted = encodeURIComponent;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const header =
  (name: string, before = '', behind = ''): Place =>
  (text) =>
    NOT_IN_LINE.test(text) ? null : client('GET', '/a', [name, before + latin1(text) + behind]);
const xmlText = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** Where applications of these years find what a visitor sends. */
export const PARSER_PLACES = {
  'cell of an action': (text) =>
    browser(
      'POST',
      '/new',
      ['Next-Action', '60c5', 'Content-Type', 'text/plain;charset=UTF-8'],
      JSON.stringify([{ a: text }, '$undefined']),
    ),
  'part of an action': (text) =>
    browserParts('/new', [
      { name: '1_$ACTION_ID_60c5', content: '' },
      { name: '1_title', content: text },
    ]),
  'update of a component': (text) =>
    browserJson('/livewire/update', { components: [{ snapshot: '{}', updates: { name: text }, calls: [] }] }),
  'event of a live view': (text) =>
    browser(
      'POST',
      '/live/longpoll',
      ['Content-Type', 'application/x-ndjson'],
      `${JSON.stringify(['4', '9', 'lv:a', 'event', { type: 'form', event: 'save', value: `user%5Bname%5D=${quoted(text)}` }])}\n`,
    ),
  'input of a batch by GET': (text) =>
    get('/api/trpc/a,b', { batch: '1', input: JSON.stringify({ 0: { json: { q: text } } }) }),
  'frame of a socket by polling': (text) =>
    browser(
      'POST',
      '/socket.io/?EIO=4&transport=polling',
      ['Content-Type', 'text/plain;charset=UTF-8'],
      `42${JSON.stringify(['msg', { text }])}`,
    ),
  'nested form of Rails': (text) =>
    browserForm('/a', { 'order[lines_attributes][0][note]': text, _method: 'patch' }),
  'filter in brackets': (text) => get('/a', { 'filters[$or][0][title][$contains]': text }),
  'sort of a list': (text) => get('/a', { page: '1', sort: text }),
  'line of a bulk': (text) =>
    client(
      'POST',
      '/_bulk',
      ['Content-Type', 'application/x-ndjson'],
      `{"index":{"_id":"1"}}\n${JSON.stringify({ m: text })}\n`,
    ),
  'argument of MCP': (text) =>
    clientJson('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find', arguments: { path: text } },
    }),
  'attribute of a span': (text) =>
    clientJson('/v1/traces', {
      resourceSpans: [
        { scopeSpans: [{ spans: [{ attributes: [{ key: 'a', value: { stringValue: text } }] }] }] },
      ],
    }),
  'payload of a hook as a form': (text) =>
    client(
      'POST',
      '/hooks',
      ['Content-Type', 'application/x-www-form-urlencoded'],
      `payload=${quoted(JSON.stringify({ action: { value: text } }))}`,
    ),
  'property of WebDAV': (text) =>
    client(
      'PROPPATCH',
      '/dav/a',
      ['Content-Type', 'text/xml'],
      `<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>${xmlText(text)}</d:displayname></d:prop></d:set></d:propertyupdate>`,
    ),
  'key of an object': (text) => browserJson('/a', { filter: { [text]: 1 } }),
  'name of a file upload': (text) =>
    NOT_IN_LINE.test(text) || /["\\/]/.test(text)
      ? null
      : browserParts('/up', [{ name: 'f', file: text, type: 'image/png', content: 'x' }]),
  'name of a field': (text) =>
    NOT_IN_LINE.test(text) || /["\\]/.test(text) ? null : browserParts('/up', [{ name: text, content: '1' }]),
  'resumable name': (text) =>
    client('POST', '/files', [
      'Tus-Resumable',
      '1.0.0',
      'Upload-Metadata',
      `filename ${Buffer.from(text).toString('base64')}`,
    ]),
  Destination: (text) =>
    NOT_IN_LINE.test(text)
      ? null
      : client('MOVE', '/dav/a', ['Destination', `https://shop.example/dav/${latin1(text)}`]),
  'X-Original-URL': header('X-Original-URL'),
  'X-Forwarded-For': header('X-Forwarded-For', '203.0.113.5, '),
  'If-None-Match': header('If-None-Match', '"', '"'),
  'Accept-Language': header('Accept-Language', 'de, '),
  baggage: (text) => client('GET', '/a', ['baggage', `user=${quoted(text)},a=b`]),
  'device of an agent': header('User-Agent', 'app/5.1 (iPhone; iOS 18.1; ', ')'),
  'cookie in JSON': (text) =>
    client('GET', '/a', ['Cookie', `prefs=${quoted(JSON.stringify({ theme: text }))}; a=b`]),
  'path of a file': (text) =>
    NOT_IN_LINE.test(text) || text.startsWith('/')
      ? null
      : client('GET', `/files/${quoted(text).replaceAll('%2F', '/')}`),
  'matrix parameter': (text) =>
    NOT_IN_LINE.test(text) || text.includes('/') ? null : client('GET', `/a;v=${quoted(text)}/b`),
} as const satisfies Record<string, Place>;

/** Best fit of Windows-1252 and compatibility forms, which databases and templates fold to ASCII. */
const FOLDED: Readonly<Record<string, string>> = {
  "'": '＇',
  '"': '＂',
  '<': '＜',
  '>': '＞',
  '(': '（',
  ')': '）',
  ';': '；',
  '/': '／',
  '.': '．',
  '|': '｜',
  $: '＄',
  '{': '｛',
  '}': '｝',
  '`': '｀',
  '=': '＝',
  '-': '－',
};

export const PARSER_ENCODINGS = {
  plain: (text) => text,
  'full width': (text) => text.replaceAll(/['"<>();/.|${}`=-]/g, (sign) => FOLDED[sign]!),
  'percent behind base64': (text) => quoted(Buffer.from(text, 'utf8').toString('base64')),
  'JSON escapes of all': (text) =>
    [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'percent of all, twice': (text) =>
    [...Buffer.from(text)].map((byte) => `%25${byte.toString(16).padStart(2, '0')}`).join(''),
} as const satisfies Record<string, (text: string) => string>;
