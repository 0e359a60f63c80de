import type { Installation } from '../base/installation.ts';
import { scrubber } from './scrub.ts';

const scrub = scrubber({ secrets: {}, settings: {}, postgresAdminUrl: null } as unknown as Installation);

describe('what is secret by its looks', () => {
  it.each([
    ['a key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----', '‹private key›'],
    ['a key that is cut', 'x -----BEGIN EC PRIVATE KEY-----\nMC4CAQAw', 'x ‹private key›'],
    ['a session token', 'got eyJhbGciOiJF.eyJzdWIiOiIx.c2lnbmF0dXJl', 'got ‹token›'],
    ['a header', 'authorization: Bearer abcdefgh1234', 'authorization: Bearer ‹token›'],
    [
      'a link',
      'https://x.test/reset-password?token=abc-def&lang=en',
      'https://x.test/reset-password?token=‹secret›&lang=en',
    ],
    ['a field', '{"cookie": "device=abc", "status": 200}', '{"cookie": "‹secret›", "status": 200}'],
    ['a list', '{"set-cookie":["a=1","b=2"],"status":200}', '{"set-cookie":["‹secret›"],"status":200}'],
    [
      'a field of a longer name',
      String.raw`{"access_token":"ab\"cd","status":200}`,
      '{"access_token":"‹secret›","status":200}',
    ],
    ['a field in other letters', '{"apiKey": "abc", "key": "a:b"}', '{"apiKey": "‹secret›", "key": "a:b"}'],
    [
      'a field of JSON within JSON',
      String.raw`{"body":"{\"client_secret\":\"hunter2\",\"a\":1}"}`,
      String.raw`{"body":"{\"client_secret\":\"‹secret›\",\"a\":1}"}`,
    ],
    [
      'a parameter of a longer name',
      'POST /token?client_secret=hunter2&a=1',
      'POST /token?client_secret=‹secret›&a=1',
    ],
    ['a line of headers', 'cookie: session=abc; device=def\nhost: a', 'cookie: ‹secret›\nhost: a'],
    ['an API key', 'GET /plsd_q1w2e3r4t5y6', 'GET /plsd_‹secret›'],
    ['a secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjU', 'whsec_‹secret›'],
    ['an address in one of a page', '/users?email=anna%40shop.test&a=1', '/users?email=‹address›&a=1'],
    ['an address', 'mail to anna.b+c@shop.example.org bounced', 'mail to ‹address› bounced'],
  ])('is taken out: %s', (_what, text, expected) => {
    expect(scrub(text)).toBe(expected);
  });

  it('leaves what helps to find a fault', () => {
    const line =
      '{"level":40,"msg":"an origin does not answer","origin":"192.0.2.7:443","site":"shop.example.org"}';
    expect(scrub(line)).toBe(line);
  });
});
