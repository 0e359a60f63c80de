import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import { publishDocument, publishedVersions } from './document-publisher.ts';
import { EdgeStateError } from './errors.ts';
import { CONFIG_DOCUMENTS } from './redis-keys.ts';
import type { SigningKey } from './signed-text.ts';
import { signSiteConfig } from './site-config-signature.ts';

/** The control plane's side: signs and publishes what the edge shall serve. */
export class EdgeConfigPublisher {
  private readonly redis: Redis;
  private readonly signingKey: SigningKey;

  /** @param signingKey looked into each time: another one may take its place */
  constructor(redis: Redis, signingKey: SigningKey) {
    this.redis = redis;
    this.signingKey = signingKey;
  }

  /**
   * Publishes one version of a site. The same version again is harmless only if it is the same document.
   * Errors: `site_config_stale` (a newer version is out, or another document of this version), those of signing,
   * and Redis's own.
   *
   * @param traceparent of the change, for those who take it over
   */
  async publish(config: edgeV1.SiteConfig, traceparent = ''): Promise<void> {
    const { privateKey, keyId } = this.signingKey;
    const bytes = signSiteConfig(config, privateKey, keyId);
    const newer = await publishDocument(this.redis, CONFIG_DOCUMENTS, {
      id: config.siteId,
      version: config.version,
      bytes,
      traceparent,
    });
    if (newer !== null) {
      throw new EdgeStateError('site_config_stale', `version ${newer} of this site is already published`);
    }
  }

  /** Publishes a tombstone: an absent site could be an accident of Redis, a signed one cannot. */
  async remove(siteId: string, version: bigint): Promise<void> {
    await this.publish(
      create(edgeV1.SiteConfigSchema, { siteId, version, issuedAtMs: BigInt(Date.now()), removed: true }),
    );
  }

  /** Versions that are out, by site; for repairing what an outage kept from being published. */
  async publishedVersions(): Promise<Map<string, bigint>> {
    return await publishedVersions(this.redis, CONFIG_DOCUMENTS);
  }
}
