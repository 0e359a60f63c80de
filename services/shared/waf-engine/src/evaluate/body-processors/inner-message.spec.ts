import { innerMessage } from './inner-message.ts';

const TYPE = 'application/http; msgtype=request';
const JSON_HEAD = 'POST /items HTTP/1.1\r\nContent-Type: application/json\r\nAccept: */*\r\n\r\n';

const NOTHING = { contentType: '', content: '', query: '', fields: [] };

it.each([
  [
    'a request',
    `${JSON_HEAD}{"a":1}`,
    { ...NOTHING, contentType: 'application/json', content: '{"a":1}', fields: ['application/json', '*/*'] },
  ],
  ['line feeds alone', 'PATCH Items(1)\nX: y\n\na=b', { ...NOTHING, content: 'a=b', fields: ['y'] }],
  ['no headers', 'POST /a HTTP/1.1\r\n\r\na=b', { ...NOTHING, content: 'a=b' }],
  ['no body', 'GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n', { ...NOTHING, query: 'b=c', fields: ['a'] }],
  ['no end of its head', 'GET /a HTTP/1.1\r\nHost: a\r\n', { ...NOTHING, fields: ['a'] }],
  ['blanks and small letters', `${'\r\n'.repeat(30)}post  /a\r\n\r\na=b`, { ...NOTHING, content: 'a=b' }],
  ['no request', 'a text\r\n\r\nb', null],
])('%s', (_what, part, expected) => {
  expect(innerMessage(TYPE, part)).toEqual(expected);
});

it('is none in parts of other types', () => {
  expect(innerMessage('text/plain', `${JSON_HEAD}{"a":1}`)).toBeNull();
});
