import { refuseCrossSite } from './other-sites.ts';

const OWN = 'https://palisade.test';
const json = { 'content-type': 'application/json', host: 'palisade.test' };

describe('refuseOtherSites', () => {
  it.each([
    ['a page of ours', { ...json, origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['one whose browser says its origin alone', { ...json, origin: OWN }],
    ['one behind a proxy with another host', { ...json, host: 'gateway:4000', origin: OWN }],
    [
      'one at another name of this machine',
      { ...json, host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' },
    ],
    ['a program', json],
    ['JSON with its encoding', { ...json, 'content-type': 'application/json; charset=utf-8' }],
  ])('lets %s in', (_who, headers) => {
    expect(() => refuseCrossSite(headers, OWN)).not.toThrow();
  });

  it.each([
    ['another site', { ...json, origin: 'https://evil.example' }],
    ['another site, by the browser’s word', { ...json, origin: OWN, 'sec-fetch-site': 'cross-site' }],
    [
      'a neighbour below the same domain',
      { ...json, origin: 'https://x.palisade.test', 'sec-fetch-site': 'same-site' },
    ],
    ['a page without an origin of its own', { ...json, origin: 'null' }],
    ['another port', { ...json, origin: 'https://palisade.test:8443' }],
    ['a form', { ...json, 'content-type': 'text/plain', origin: OWN }],
    ['a body of no type', { host: 'palisade.test', origin: OWN }],
    ['a type that begins alike', { ...json, 'content-type': 'application/json-seq' }],
  ])('refuses %s', (_who, headers) => {
    expect(() => refuseCrossSite(headers, OWN)).toThrow(expect.objectContaining({ code: 'other_site' }));
  });
});
