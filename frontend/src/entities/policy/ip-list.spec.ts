import { checkIpEntry } from './ip-list.ts';
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
