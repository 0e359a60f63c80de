import { authorityIn, fingerprintIn } from './proxy-additions.ts';

const FIXED = '0d0a0d0a000d0a515549540a2111';
const TCP4 = 'c0000207c6336401045701bb';
const header = (tlvs: string) =>
  Buffer.from(FIXED + (12 + tlvs.length / 2).toString(16).padStart(4, '0') + TCP4 + tlvs, 'hex');
const NAME = `02000c${Buffer.from('shop.example').toString('hex')}`;

it('tells the fingerprint beside the authority', () => {
  const both = header(`${NAME}e00004${Buffer.from('q13d').toString('hex')}`);
  expect([authorityIn(both), fingerprintIn(both)]).toEqual(['shop.example', 'q13d']);
});

describe('the authority in a PROXY header', () => {
  it.each([
    ['alone', NAME],
    ['behind others', `0100026833${NAME}`],
    ['before others', `${NAME}0100026833`],
  ])('is found %s', (_where, tlvs) => {
    expect(authorityIn(header(tlvs))).toBe('shop.example');
  });

  it.each([
    ['nothing', ''],
    ['others only', '0100026833'],
    ['one that is longer than the header', '02ffff7368'],
    ['half a head', '0200'],
    ['an empty one', '020000'],
  ])('is empty with %s', (_what, tlvs) => {
    expect(authorityIn(header(tlvs))).toBe('');
  });

  it('is empty where no addresses come first', () => {
    expect(authorityIn(Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex'))).toBe('');
  });
});
