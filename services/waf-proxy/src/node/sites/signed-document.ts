import { fromBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError, type TrustedKeys, verifySiteConfig } from '@palisade/edge-state';

/** @throws EdgeStateError what is wrong with the document, or that it is another site's */
export function verifiedDocument(siteId: string, signed: Uint8Array, keys: TrustedKeys): edgeV1.SiteConfig {
  const config = verifySiteConfig(signed, keys);
  if (config.siteId !== siteId)
    throw new EdgeStateError('site_config_wrong_site', 'the document is signed for another site');
  return config;
}

/** Whose signature a document has that was verified. */
export const signerOf = (signed: Uint8Array): string =>
  fromBinary(edgeV1.SignedSiteConfigSchema, signed).keyId;

/** The hosts of a document as it lies on disk, not verified; none where it cannot be read. */
export function hostsOnDisk(signed: Uint8Array): readonly string[] {
  try {
    const { payload } = fromBinary(edgeV1.SignedSiteConfigSchema, signed);
    return fromBinary(edgeV1.SiteConfigSchema, payload).hosts;
  } catch {
    // Whoever finds the site by such a host sees that its document has it no more.
    return [];
  }
}
