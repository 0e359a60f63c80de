import { scrubber } from './scrub.ts';

const scrub = scrubber({ secrets: {}, settings: {}, postgresAdminUrl: null });
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
