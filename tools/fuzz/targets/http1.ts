import { readRequests, readWithLlhttp } from '../../../services/waf-proxy/src/test-support/http1-reading.ts';
import { expectSame } from '../finding.ts';
import type { Target } from '../target.ts';
import { expectSameInPieces } from './cut-anywhere.ts';

const NAMES = [
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'X-A',
  'Expect',
  'Upgrade',
  'Cookie',
  'x_y',
];
const VALUES = [
  'shop.example',
  '5',
  'chunked',
  'close',
  'keep-alive',
  '',
  'a, b',
  '100-continue',
  'websocket',
  '[::1]:80',
];

/** llhttp refuses what RFC 9110 allows; origins never see it, since we write the field anew. */
const TAB_BEHIND_CODING = /chunked[ \t]*\t/i;

/** The same: origins see such bytes escaped (`http/ascii-target.ts`). */
const BEYOND_ASCII_IN_TARGET = /^[^\r\n]*[\x80-\xff][^\r\n]* HTTP\/1\.[01]\r?$/m;

/** Requests of HTTP/1, one after the other on a connection; llhttp in strict mode is the other reader. */
export const http1: Target = {
  name: 'http1',
  focus: /waf-proxy\/src\/(http|server\/http1)\//,
  largest: 24 * 1024,
  words: [
    'GET / HTTP/1.1\r\n',
    'POST /a HTTP/1.1\r\n',
    'HTTP/1.0',
    '\r\n',
    '\r\n\r\n',
    'Host: a\r\n',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Connection: close\r\n',
    '0\r\n\r\n',
    '5\r\nhello\r\n',
    'http://a/',
    ': ',
    '\t',
  ],
  generate: (random) => {
    const requests = random.list(1, 3, () => {
      const method = random.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD']);
      const target = random.pick(['/', '/a?b=c', '*', 'http://shop.example/', '/%2e%2e/', '//']);
      const fields = random.list(0, 5, () => `${random.pick(NAMES)}: ${random.pick(VALUES)}\r\n`);
      const framing = random.pick(['', 'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n']);
      const body =
        framing === ''
          ? ''
          : framing.startsWith('C')
            ? 'hello'
            : random.pick(['5\r\nhello\r\n0\r\n\r\n', '0\r\nT: 1\r\n\r\n']);
      return `${method} ${target} HTTP/1.${random.pick(['1', '1', '0'])}\r\nHost: shop.example\r\n${fields.join('')}${framing}\r\n${body}`;
    });
    return Buffer.from(requests.join(''), 'latin1');
  },
  read: (input) => {
    readRequests([input]);
  },
  compare: async (input) => {
    expectSameInPieces(input, readRequests);
    const { requests } = readRequests([input]);
    const text = input.toString('latin1');
    if (requests.length === 0 || TAB_BEHIND_CODING.test(text) || BEYOND_ASCII_IN_TARGET.test(text)) return;
    const theirs = await readWithLlhttp(input);
    expectSame(requests, theirs.slice(0, requests.length), 'read by us and by llhttp');
  },
};
