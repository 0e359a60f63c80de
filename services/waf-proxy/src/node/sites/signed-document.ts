import { fromBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

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
