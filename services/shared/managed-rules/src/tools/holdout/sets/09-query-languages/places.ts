import {
  browser,
  browserForm,
  browserJson,
  browserParts,
  client,
  clientJson,
  get,
  token,
} from '../../support/clients.ts';
import type { Place } from '../01-injections/places.ts';

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const XML_SIGN: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const inXml = (text: string): string => text.replaceAll(/[&<"]/g, (sign) => XML_SIGN[sign]!);
const EVENT_STREAM = ['Content-Type', 'text/plain;charset=UTF-8'];

/** Where the clients of the set `query-languages` put what they look for. */
export const QUERY_LANGUAGE_PLACES = {
  'a search': (text) => get('/find', { q: text, page: '1' }),
  'a field of a form': (text) => browserForm('/find', { scope: 'all', term: text }),
  'a member of JSON': (text) => browserJson('/find', { page: 1, filter: { name: text } }),
  'a list of JSON': (text) => clientJson('/find', { any: ['a', text] }),
  'a part': (text) =>
    browserParts('/find', [
      { name: 'scope', content: 'all' },
      { name: 'term', content: text },
    ]),
  'an attribute of XML': (text) =>
    client('POST', '/find', ['Content-Type', 'text/xml'], `<find><by name="${inXml(text)}"/></find>`),
  'a variable of GraphQL': (text) =>
    browserJson('/graphql', { query: 'query($n:String!){find(name:$n){id}}', variables: { n: text } }),
  'a text of GraphQL': (text) =>
    browserJson('/graphql', { query: `{find(name:${JSON.stringify(text)}){id}}` }),
  'JSON in a query': (text) => get('/find', { filter: JSON.stringify({ and: [{ name: text }] }) }),
  'a cookie': (text) => client('GET', '/', ['Cookie', `last=${encodeURIComponent(text)}; theme=dark`]),
  'a segment': (text) =>
    NOT_IN_LINE.test(text) || text.includes('/') ? null : get(`/find/${encodeURIComponent(text)}`),
  'a header': (text) => (NOT_IN_LINE.test(text) ? null : client('GET', '/', ['X-Find', latin1(text)])),
  'an event of Socket.IO': (text) =>
    browser(
      'POST',
      '/socket.io/?EIO=4&transport=polling',
      EVENT_STREAM,
      `42["find",${JSON.stringify({ name: text })}]`,
    ),
  'an argument of SignalR': (text) =>
    browser(
      'POST',
      '/hub?id=7',
      EVENT_STREAM,
      `${JSON.stringify({ type: 1, target: 'Find', arguments: [text] })}\u001e`,
    ),
  'an argument of a tool': (text) =>
    clientJson('/mcp', {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'find', arguments: { name: text } },
    }),
  'a claim': (text) =>
    client('GET', '/', ['Authorization', `Bearer ${token({ alg: 'HS256' }, { name: text })}`]),
} as const satisfies Record<string, Place>;

/** How they spell it. */
export const QUERY_LANGUAGE_ENCODINGS = {
  plain: (text) => text,
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  base64: (text) => Buffer.from(text, 'utf8').toString('base64'),
  'JSON in JSON': (text) => JSON.stringify({ find: { by: text } }),
} as const satisfies Record<string, (text: string) => string>;
