/** Where a token's key is: with its issuer, with this site, or with somebody else. */
import { matchedIds, sendRequest, sites } from './test-support/send.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (head: object, claims: object): string =>
  `${part({ alg: 'RS256', ...head })}.${part({ sub: '7', ...claims })}.c2lnbmF0dXJlIG9mIHNvbWU`;
const bearer = (host: string, head: object, claims: object = {}) =>
  matchedIds(
    sendRequest(sites.medium, {
      target: '/api',
      headers: ['Authorization', `Bearer ${token(head, claims)}`],
      host,
    }),
  );

it.each([
  ['api.shop.example', 'https://shop.example/jwks.json', {}],
  ['shop.example', 'https://id.shop.example/jwks.json', {}],
  ['api.shop.co.uk', 'https://login.shop.co.uk/jwks.json', {}],
  ['api.shop.example:8443', 'https://login.idp.example/keys', { iss: 'https://login.idp.example/realms/a' }],
  [
    'api.shop.example',
    'https://uaa.idp.example/token_keys',
    { iss: 'https://uaa.idp.example/oauth/token', zid: 'a' },
  ],
  ['api.shop.example', 'https://IDP.example/k', { iss: 'https://idp.EXAMPLE/' }],
  [
    'api.shop.example',
    'https://acme.authentication.eu10.hana.ondemand.com/token_keys',
    { iss: 'http://acme.localhost:8080/uaa/oauth/token' },
  ],
])('at %s keys of %s are those of the site or of the issuer', (host, jku, claims) => {
  expect(bearer(host, { jku }, claims)).toEqual([]);
});

it.each([
  ['shop.example', 'https://evil.example/k', {}],
  ['shop.example', 'https://evilshop.example/k', {}],
  ['shop.example', 'https://evil.example/k', { iss: 'https://login.idp.example/' }],
  ['shop.example', 'https://evilidp.example/k', { iss: 'https://idp.example/' }],
  ['shop.example', 'https://idp.example.evil.example/k', { iss: 'https://idp.example' }],
  [
    'shop.example',
    'https://evil.example/k',
    { iss: 'https://idp.example', act: { iss: 'https://evil.example' } },
  ],
  ['shop.example', 'http://idp.example/k', { iss: 'http://idp.example' }],
  ['shop.co.uk', 'https://evil.co.uk/k', {}],
  ['shop.github.io', 'https://evil.github.io/k', {}],
  ['shop.example', 'https://evil.co.uk/k', { iss: 'https://idp.co.uk/' }],
  ['shop.example', 'https://shop.example@evil.example/k', {}],
  ['shop.example', '//evil.example/k', {}],
  ['shop.example', 'https://hana.ondemand.com.evil.example/token_keys', {}],
])('at %s keys of %s are those of a forger', (host, jku, claims) => {
  expect(bearer(host, { jku }, claims)).toContain(14008);
});

it('the issuer of one token does not vouch for the keys of another', () => {
  const headers = [
    'Authorization',
    `Bearer ${token({}, { iss: 'https://evil.example/' })}`,
    'Cookie',
    `session=${token({ jku: 'https://evil.example/k' }, {})}`,
  ];
  expect(matchedIds(sendRequest(sites.medium, { headers }))).toContain(14008);
});
