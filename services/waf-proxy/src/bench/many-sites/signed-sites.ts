import { createPrivateKey, sign } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { EdgeKeys } from '@palisade/edge-state';
import { hostOf, siteIdOf, siteOf } from './sites.ts';

export interface SignedSite {
  siteId: string;
  hosts: string[];
  signed: Uint8Array;
}

/** Members of the document that all sites of a bench have alike. */
const TEMPLATE_INDEX = 77;

/**
 * As many sites as wanted, version 1, signed, without building each document: what differs is appended to what all have
 * alike, which in protobuf is the same document.
 */
export function* signedSites(
  count: number,
  { signing }: Pick<EdgeKeys, 'signing'>,
  originPort: number,
): Generator<SignedSite> {
  const template = siteOf(TEMPLATE_INDEX, 1n, originPort, false);
  template.hosts = [];
  const common = toBinary(edgeV1.SiteConfigSchema, template);
  const key = createPrivateKey({
    key: Buffer.from(signing.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  for (let index = 0; index < count; index++) {
    const siteId = siteIdOf(index);
    const hosts = [hostOf(index), `www.${hostOf(index)}`];
    const own = create(edgeV1.SiteConfigSchema, { siteId, ownerId: `owner-${index % 1_000}`, hosts });
    const payload = Buffer.concat([common, toBinary(edgeV1.SiteConfigSchema, own)]);
    const signature = sign(null, payload, key);
    const document = create(edgeV1.SignedSiteConfigSchema, { payload, signature, keyId: signing.keyId });
    yield { siteId, hosts, signed: toBinary(edgeV1.SignedSiteConfigSchema, document) };
  }
}
