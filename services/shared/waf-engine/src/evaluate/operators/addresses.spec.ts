import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { parseAddress } from './addresses.ts';

const WORDS = new Uint32Array(4);

describe('parsing an address', () => {
  it.each([
    ['1.2.3.4', [0x01020304]],
    ['255.255.255.255', [0xffffffff]],
    ['::', [0, 0, 0, 0]],
    ['::1', [0, 0, 0, 1]],
    ['1::', [0x10000, 0, 0, 0]],
    ['2001:DB8::8:800:200c:417a', [0x20010db8, 0, 0x00080800, 0x200c417a]],
    ['::ffff:192.0.2.128', [0, 0, 0xffff, 0xc0000280]],
    ['1:2:3:4:5:6:7:8', [0x10002, 0x30004, 0x50006, 0x70008]],
    ['1:2:3:4:5:6:7::', [0x10002, 0x30004, 0x50006, 0x70000]],
  ])('%s', (text, words) => {
    expect(parseAddress(text, WORDS)).toBe(words.length);
    expect([...WORDS.subarray(0, words.length)]).toEqual(words);
  });

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.4 ',
    '1..2.3',
    ':',
    ':::',
    '1:2',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1::',
    '12345::',
    'g::',
    '::1%eth0',
    '1:',
    ':1',
    '1:2:3:4:5:6:7:1.2.3.4',
    '::1.2.3',
    '::1.2.3.4:5',
  ])('refuses %j', (text) => {
    expect(parseAddress(text, WORDS)).toBe(0);
  });

  it('agrees with the platform on whatever looks like an address', () => {
    const piece = fc.constantFrom(
      '0',
      '1',
      '12',
      '255',
      '256',
      'a',
      'ffff',
      '10000',
      '.',
      ':',
      '::',
      '1.2.3.4',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 17 }), (pieces) => {
        const text = pieces.join('');
        expect(parseAddress(text, WORDS)).toBe(isIPv4(text) ? 1 : isIPv6(text) ? 4 : 0);
      }),
      { numRuns: 3000 },
    );
  });
});
