import { addressWarnings, checkIpEntry } from './ip-list.ts';
import { ADDRESS_EMPTY, ADDRESS_INVALID, ADDRESS_REPEATED } from './site-policy.ts';

describe('checkIpEntry', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32'])(
    'accepts %s',
    (value) => {
      expect(checkIpEntry(`  ${value} `, [])).toEqual({ ok: true, value });
    },
  );

  it.each(['256.1.1.1', '1.2.3', '1.2.3.4/33', 'example.com', '1.2.3.4/', '2001:db8::/129'])(
    'refuses %s',
    (value) => {
      expect(checkIpEntry(value, [])).toEqual({ ok: false, message: ADDRESS_INVALID });
    },
  );

  it('refuses nothing and repeats with their own messages', () => {
    expect(checkIpEntry('   ', [])).toEqual({ ok: false, message: ADDRESS_EMPTY });
    expect(checkIpEntry('1.2.3.77/24', ['1.2.3.0/24'])).toEqual({ ok: false, message: ADDRESS_REPEATED });
    expect(checkIpEntry('1.2.3.4', ['1.2.3.4'])).toEqual({ ok: false, message: ADDRESS_REPEATED });
  });
});

describe('addressWarnings', () => {
  it('has nothing to say of ordinary lists', () => {
    expect(addressWarnings(['192.0.2.1', '10.0.0.0/8'], ['198.51.100.0/24'])).toEqual([]);
  });

  it('tells what refuses or admits everybody', () => {
    expect(addressWarnings([], ['0.0.0.0/0', '::/0'])).toEqual([
      '0.0.0.0/0, ::/0 on the block list refuses every visitor.',
    ]);
    expect(addressWarnings(['::/0'], ['192.0.2.1'])).toEqual([
      '::/0 on the allow list lets everybody past the block list.',
    ]);
  });

  it('tells which addresses are on both lists, however they are written', () => {
    expect(addressWarnings(['192.0.2.9/24'], ['192.0.2.0/24'])).toEqual([
      'On both lists: 192.0.2.0/24. The allow list wins.',
    ]);
    const many = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'];
    expect(addressWarnings(many, many)).toEqual([
      'On both lists: 192.0.2.1, 192.0.2.2, 192.0.2.3 and 2 more. The allow list wins.',
    ]);
  });
});
