import Fastify from 'fastify';
import { believes, peersOf } from './peers.ts';

describe('peers', () => {
  const isPeer = peersOf(['192.0.2.7', '10.1.0.0/16', '2001:db8::/32']);

  it.each([
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['192.0.2.8', false],
    ['10.1.255.1', true],
    ['10.2.0.1', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    [undefined, false],
  ])('%s: %s', (address, is) => expect(isPeer(address)).toBe(is));

  it('are none where none are named', () => expect(peersOf([])('127.0.0.1')).toBe(false));
  it.each(['proxy', '10.0.0.0/99', ''])('cannot be %j', (place) => expect(() => peersOf([place])).toThrow());
});

describe('The address of a request', () => {
  const OFFICE = '10.1.2.3';
  const INGRESS = '10.244.0.7';
  const places = ['10.0.0.0/8'];

  it.each<[string, number, string, string | undefined, string]>([
    ['is the peer’s where nobody is named by it', 1, INGRESS, undefined, INGRESS],
    ['is the one that the proxy names', 1, INGRESS, '198.51.100.4', '198.51.100.4'],
    [
      'is the client’s, not the one that a client of the proxy’s network names',
      1,
      INGRESS,
      `203.0.113.9, ${OFFICE}`,
      OFFICE,
    ],
    [
      'is that of the proxy in front of two, where two are there',
      2,
      INGRESS,
      `203.0.113.9, ${OFFICE}`,
      '203.0.113.9',
    ],
    [
      'is no stranger’s to choose, who comes by none of them',
      1,
      '198.51.100.4',
      '203.0.113.9',
      '198.51.100.4',
    ],
    [
      'is found behind all that are named, where nobody says how many',
      0,
      INGRESS,
      '198.51.100.4, 10.9.9.9',
      '198.51.100.4',
    ],
    ['is not looked for behind what is no address', 0, INGRESS, '198.51.100.4, unknown', 'unknown'],
  ])('%s', async (_, hops, remoteAddress, forwardedFor, expected) => {
    const server = Fastify({ trustProxy: believes({ places, hops }) });
    server.get('/', (request) => request.ip);
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const answer = await server.inject({ url: '/', remoteAddress, headers });
    await server.close();
    expect(answer.body).toBe(expected);
  });

  it('is the peer’s where no proxy is named', () => expect(believes({ places: [], hops: 1 })).toBe(false));
});
