import { AddressList } from './address-list.ts';
import { FORWARDED_LIST, hopAddress, reportedClient } from './reported-client.ts';

const PROXIES = new AddressList(['10.0.0.0/8', '2001:db8:aa::/48']);
const read = (list: string, hops: number) => reportedClient(list, PROXIES, hops)?.client.text ?? null;
const forwarded = (list: string, hops = 1) =>
  reportedClient(list, PROXIES, hops, FORWARDED_LIST)?.client.text ?? null;

describe('a list of addresses that proxies report', () => {
  it.each([
    ['198.51.100.9', 1, '198.51.100.9'],
    ['6.6.6.6, 198.51.100.9', 1, '198.51.100.9'],
    ['6.6.6.6, 198.51.100.9', 10, '198.51.100.9'],
    ['198.51.100.9, 10.1.2.3', 1, '10.1.2.3'],
    ['198.51.100.9, 10.1.2.3', 2, '198.51.100.9'],
    ['6.6.6.6, 198.51.100.9, 10.1.2.3', 0, '198.51.100.9'],
    ['2001:db8::7,2001:db8:aa::1', 2, '2001:db8::7'],
    ['198.51.100.9:4711', 1, '198.51.100.9'],
    ['[2001:db8::7]:443', 1, '2001:db8::7'],
    ['::ffff:198.51.100.9', 1, '198.51.100.9'],
    ['198.51.100.9, unknown', 1, null],
    ['198.51.100.9, unknown, 10.0.0.1', 3, '10.0.0.1'],
    ['198.51.100.9,', 1, null],
    [',', 2, null],
    ['', 1, null],
    ['198.51.100.9, 010.0.0.1', 1, null],
  ])('“%s” with %i proxies is from %s', (list, hops, client) => {
    expect(read(list, hops)).toBe(client);
  });

  it('is read up to 32 proxies, and with any number of blanks', () => {
    expect(read(`6.6.6.6, ${'10.0.0.1, '.repeat(100_000)}10.0.0.1`, 0)).toBe('10.0.0.1');
    expect(read(`9.9.9.9${' '.repeat(1_000_000)}`, 1)).toBe('9.9.9.9');
  });
});

describe('Forwarded', () => {
  it.each([
    ['for=198.51.100.9', '198.51.100.9'],
    ['For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['for=6.6.6.6, proto=https;for=198.51.100.9;by=203.0.113.43', '198.51.100.9'],
    ['for="6.6.6.6, for=198.51.100.9', '198.51.100.9'],
    ['for=6.6.6.6, by="a, for=7.7.7.7";for=198.51.100.9', '198.51.100.9'],
    ['for=198.51.100.9, for=_hidden', null],
    ['for=198.51.100.9, for=unknown', null],
    ['xfor=198.51.100.9', null],
    ['by=198.51.100.9', null],
  ])('“%s” is from %s', (list, client) => {
    expect(forwarded(list)).toBe(client);
  });

  it('goes past as many proxies as stand in a row', () => {
    expect(forwarded('for=198.51.100.9, for=10.0.0.4', 2)).toBe('198.51.100.9');
  });

  it('is read behind whatever a client has written', () => {
    expect(forwarded(`${'for="'.repeat(200_000)},for=198.51.100.9`)).toBe('198.51.100.9');
    expect(forwarded(`for${' '.repeat(500_000)}`)).toBeNull();
  });
});

it.each(['', '1.2.3', 'example.com', '[1.2.3.4', '1.2.3.4:port', '[]', '-', '0x7f000001', '1.2.3.4.5'])(
  '“%s” is no address',
  (text) => {
    expect(hopAddress(text)).toBeNull();
  },
);
