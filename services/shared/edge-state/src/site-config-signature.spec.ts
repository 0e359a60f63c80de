import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, readTrustedKeys } from './keys.ts';
import { sampleSite } from './sample-site.ts';
import { MAX_SIGNED_CONFIG_BYTES, signSiteConfig, verifySiteConfig } from './site-config-signature.ts';

const keys = generateEdgeKeys();
const trusted = readTrustedKeys({ [keys.signing.keyId]: keys.signing.publicKey });
const signed = () => signSiteConfig(sampleSite(), keys.signing.privateKey, keys.signing.keyId);

function altered(change: (document: edgeV1.SignedSiteConfig) => void): Uint8Array {
  const document = fromBinary(edgeV1.SignedSiteConfigSchema, signed());
  change(document);
  return toBinary(edgeV1.SignedSiteConfigSchema, document);
}

describe('signed site configs', () => {
  it('come back as they were signed', () => {
    expect(verifySiteConfig(signed(), trusted)).toEqual(sampleSite());
  });

  it('are refused when one bit of the payload differs', () => {
    const bytes = altered((document) => {
      document.payload[document.payload.length - 1]! ^= 1;
    });
    expect(() => verifySiteConfig(bytes, trusted)).toThrow(
      expect.objectContaining({ code: 'site_config_bad_signature' }),
    );
  });

  it('are refused when signed by a key that the edge does not trust', () => {
    const stranger = generateEdgeKeys().signing;
    const bytes = signSiteConfig(sampleSite(), stranger.privateKey, stranger.keyId);
    expect(() => verifySiteConfig(bytes, trusted)).toThrow(
      expect.objectContaining({ code: 'site_config_unknown_key' }),
    );
    const disguised = signSiteConfig(sampleSite(), stranger.privateKey, keys.signing.keyId);
    expect(() => verifySiteConfig(disguised, trusted)).toThrow(
      expect.objectContaining({ code: 'site_config_bad_signature' }),
    );
  });

  it('are refused when they are garbage, or too large to look at', () => {
    expect(() => verifySiteConfig(Buffer.from('not protobuf'), trusted)).toThrow(
      expect.objectContaining({ code: 'site_config_malformed' }),
    );
    expect(() => verifySiteConfig(new Uint8Array(MAX_SIGNED_CONFIG_BYTES + 1), trusted)).toThrow(
      expect.objectContaining({ code: 'site_config_too_large' }),
    );
  });

  it('are refused when well signed but not valid, as a newer control plane might do', () => {
    const config = sampleSite({ hosts: ['UPPER.example'] });
    expect(() => signSiteConfig(config, keys.signing.privateKey, keys.signing.keyId)).toThrow(
      expect.objectContaining({ code: 'site_config_invalid' }),
    );
  });

  it('allow a tombstone, which names nothing but site and version', () => {
    const tombstone = create(edgeV1.SiteConfigSchema, { siteId: 'site-1', version: 7n, removed: true });
    const bytes = signSiteConfig(tombstone, keys.signing.privateKey, keys.signing.keyId);
    expect(verifySiteConfig(bytes, trusted)).toMatchObject({ removed: true, version: 7n });
  });
});
