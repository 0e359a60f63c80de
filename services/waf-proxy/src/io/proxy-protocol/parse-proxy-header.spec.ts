import { MAX_PROXY_HEADER_BYTES, parseProxyHeader } from './parse-proxy-header.ts';

const SIGNATURE = '0d0a0d0a000d0a515549540a';
const v2 = (hex: string) => Buffer.from(SIGNATURE + hex, 'hex');
const TCP4 = 'c0000207c63364010457 01bb'.replaceAll(' ', '');
const text = (line: string) => Buffer.from(line, 'latin1');

describe('PROXY protocol, version 1', () => {
  it.each([
    ['TCP4 192.0.2.7 198.51.100.1 1111 443', '192.0.2.7'],
    ['TCP6 2001:db8::7 2001:db8::1 1111 443', '2001:db8::7'],
  ])('reads %s', (line, address) => {
    const header = parseProxyHeader(text(`PROXY ${line}\r\nGET / HTTP/1.1`));
    expect(header).toMatchObject({
      state: 'complete',
      length: line.length + 8,
      peer: { address, port: 1_111 },
    });
  });

  it('lets the balancer speak for itself', () => {
    expect(parseProxyHeader(text('PROXY UNKNOWN\r\n'))).toEqual({
      state: 'complete',
      length: 15,
      peer: null,
    });
    expect(parseProxyHeader(text('PROXY UNKNOWN ffff::1 x 9 9 9\r\n'))).toMatchObject({ peer: null });
  });

  it.each([
    'PROXY TCP4 192.0.2.7 198.51.100.1 1111 443 9\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 1111\r\n',
    'PROXY  TCP4 192.0.2.7 198.51.100.1 1111 443\r\n',
    'PROXY TCP4 192.0.2.07 198.51.100.1 1111 443\r\n',
    'PROXY TCP4 0xc0.0.2.7 198.51.100.1 1111 443\r\n',
    'PROXY TCP4 2001:db8::7 2001:db8::1 1111 443\r\n',
    'PROXY TCP6 192.0.2.7 198.51.100.1 1111 443\r\n',
    'PROXY TCP6 fe80::1%eth0 2001:db8::1 1111 443\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 01111 443\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 65536 443\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 -1 443\r\n',
    'PROXY UDP4 192.0.2.7 198.51.100.1 1111 443\r\n',
    'proxy TCP4 192.0.2.7 198.51.100.1 1111 443\r\n',
    'GET / HTTP/1.1\r\n',
    '\r\nPROXY TCP4 192.0.2.7 198.51.100.1 1111 443\r\n',
    `PROXY UNKNOWN ${'x'.repeat(100)}\r\n`,
  ])('refuses %j', (line) => {
    expect(parseProxyHeader(text(line))).toEqual({ state: 'refused' });
  });
});

describe('PROXY protocol, version 2', () => {
  it('reads IPv4, IPv6 and what a balancer adds', () => {
    expect(parseProxyHeader(v2(`2111000c${TCP4}`))).toEqual({
      state: 'complete',
      length: 28,
      peer: { address: '192.0.2.7', port: 1_111, localAddress: '198.51.100.1', localPort: 443 },
    });
    const six = `${'20010db8'.padEnd(31, '0')}7${'20010db8'.padEnd(31, '0')}1045701bb`;
    expect(parseProxyHeader(v2(`21210024${six}`))).toMatchObject({ peer: { address: '2001:db8::7' } });
    expect(parseProxyHeader(v2(`21110012${TCP4}030003616263`))).toMatchObject({ length: 34 });
  });

  it('lets the balancer speak for itself', () => {
    expect(parseProxyHeader(v2('20000000'))).toEqual({ state: 'complete', length: 16, peer: null });
    expect(parseProxyHeader(v2(`2011000c${TCP4}`))).toMatchObject({ peer: null });
    expect(parseProxyHeader(v2('21000000'))).toMatchObject({ peer: null });
  });

  it.each([
    ['another version', `1111000c${TCP4}`],
    ['another command', `2211000c${TCP4}`],
    ['UDP', `2112000c${TCP4}`],
    ['a socket in the file system', '213100d8'],
    ['addresses that are cut off', '2111000b'],
    ['more than we take', '2111ffff'],
  ])('refuses %s', (_what, hex) => {
    expect(parseProxyHeader(v2(hex))).toEqual({ state: 'refused' });
  });
});

it('waits for the rest of a header, byte by byte, and never beyond its bounds', () => {
  const headers = [text('PROXY TCP4 192.0.2.7 198.51.100.1 1111 443\r\n'), v2(`2111000c${TCP4}`)];
  for (const header of headers) {
    for (let length = 0; length < header.length; length++) {
      expect(parseProxyHeader(header.subarray(0, length))).toEqual({ state: 'partial' });
    }
    expect(parseProxyHeader(header)).toMatchObject({ state: 'complete', length: header.length });
  }
  const endless = [text(`PROXY UNKNOWN ${'x'.repeat(5_000)}`), v2(`2111ffff${'00'.repeat(5_000)}`)];
  for (const bytes of endless) {
    expect(parseProxyHeader(bytes.subarray(0, MAX_PROXY_HEADER_BYTES))).toEqual({ state: 'refused' });
  }
});
