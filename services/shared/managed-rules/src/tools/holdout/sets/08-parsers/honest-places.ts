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

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Where applications of these years put what people write. */
export const EDITOR_PLACES = {
  'search of a shop': (text) => get('/search', { q: text, 'options[prefix]': 'last', type: 'product' }),
  'field of a form': (text) =>
    browserForm('/account', { 'user[name]': text, 'user[lang]': 'de', utf8: '✓', _method: 'patch' }),
  'field beside a file': (text) =>
    browserParts('/tickets', [
      { name: 'ticket[body]', content: text },
      { name: 'file', file: '', type: 'application/octet-stream', content: '' },
    ]),
  'text of a block': (text) =>
    browserJson('/api/pages/7', {
      doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      version: 3,
    }),
  'message to a model': (text) =>
    clientJson('/v1/messages', {
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    }),
  'argument of an action': (text) =>
    browser(
      'POST',
      '/posts/new',
      ['Next-Action', '60c5d2f1', 'Accept', 'text/x-component', 'Content-Type', 'text/plain;charset=UTF-8'],
      JSON.stringify([{ body: text, at: '$D2026-11-27T10:00:00.000Z' }, '$undefined']),
    ),
  'state of a component': (text) =>
    browserJson(
      '/livewire/update',
      {
        components: [
          {
            snapshot: JSON.stringify({ data: { text, tags: [[], { s: 'arr' }] }, memo: { id: 'a' } }),
            updates: { text },
            calls: [{ path: '', method: 'save', params: [] }],
          },
        ],
      },
      'X-Livewire',
      '',
    ),
  'variable of an operation': (text) =>
    browserJson('/graphql', {
      operationName: 'Save',
      query: 'mutation Save($input: PostInput!) { save(input: $input) { id } }',
      variables: { input: { body: text } },
    }),
  'input of a batch': (text) =>
    browserJson('/api/trpc/post.save,post.list?batch=1', { 0: { json: { body: text } }, 1: { json: null } }),
  'value of a page in HTML': (text) =>
    browserForm('/cms/save', { body: `<p>${xmlText(text)}</p>\r\n<pre><code>${xmlText(text)}</code></pre>` }),
  'body of a hook': (text) =>
    clientJson('/hooks/chat', {
      event: { type: 'message', text, blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] },
    }),
  'element of a call': (text) =>
    client(
      'POST',
      '/ws',
      ['Content-Type', 'application/soap+xml; charset=utf-8'],
      `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><Save><Note>${xmlText(text)}</Note></Save></e:Body></e:Envelope>`,
    ),
} as const satisfies Record<string, Place>;
