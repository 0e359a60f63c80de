import { generateEdgeKeys } from './keys.ts';
import { openTlsKey, openTlsKeyWithAny, sealTlsKey } from './tls-key-seal.ts';

const edge = generateEdgeKeys().sealing;
const pem = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw\n-----END PRIVATE KEY-----\n';

describe('sealed TLS keys', () => {
  it('open with the key of the edge, for the site that they were sealed for', () => {
    expect(openTlsKey(sealTlsKey(pem, 'site-1', edge.publicKey), 'site-1', edge.privateKey)).toBe(pem);
  });

  it('do not show the key and differ each time', () => {
    const first = Buffer.from(sealTlsKey(pem, 'site-1', edge.publicKey));
    const second = Buffer.from(sealTlsKey(pem, 'site-1', edge.publicKey));
    expect(first.includes('MC4CAQAwBQYDK2Vw')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  it.each([
    ['another edge', 'site-1', generateEdgeKeys().sealing.privateKey],
    ['another site', 'site-2', edge.privateKey],
  ])('do not open for %s', (_who, site, key) => {
    const sealed = sealTlsKey(pem, 'site-1', edge.publicKey);
    expect(() => openTlsKey(sealed, site, key)).toThrow(
      expect.objectContaining({ code: 'sealed_key_not_ours' }),
    );
  });

  it('open with a former key, and otherwise say what the current one says', () => {
    const current = generateEdgeKeys().sealing.privateKey;
    const sealed = sealTlsKey(pem, 'site-1', edge.publicKey);
    expect(openTlsKeyWithAny(sealed, 'site-1', [current, edge.privateKey])).toBe(pem);
    expect(() => openTlsKeyWithAny(sealed, 'site-1', [current, 'no key'])).toThrow(
      expect.objectContaining({ code: 'sealed_key_not_ours' }),
    );
    expect(() => openTlsKeyWithAny(sealed, 'site-1', [])).toThrow('there is no key');
  });

  it('do not open when a byte was changed anywhere', () => {
    const sealed = sealTlsKey(pem, 'site-1', edge.publicKey);
    for (let index = 0; index < sealed.length; index++) {
      const changed = Uint8Array.from(sealed);
      changed[index]! ^= 0x40;
      expect(() => openTlsKey(changed, 'site-1', edge.privateKey)).toThrow(/sealed_key_/);
    }
  });
});
