import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import { EdgeStateError } from './errors.ts';
import { CHANGES_KEPT, EDGE_KEYS } from './redis-keys.ts';
import type { SigningKey } from './signed-text.ts';
import { signSiteConfig } from './site-config-signature.ts';

/** Sets document and version, and announces the change, all or nothing; never goes back in version. */
const PUBLISH = `
local current = redis.call('HGET', KEYS[2], ARGV[1])
if current and tonumber(current) > tonumber(ARGV[2]) then return current end
if current and tonumber(current) == tonumber(ARGV[2]) and redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[3] then
  return current
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local seq = redis.call('INCR', KEYS[4])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'site', ARGV[1], 'version', ARGV[2], 'seq', seq, 'traceparent', ARGV[5])
return false
`;

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
    const newer = await this.redis.eval(
      PUBLISH,
      4,
      EDGE_KEYS.configs,
      EDGE_KEYS.configVersions,
      EDGE_KEYS.configChanges,
      EDGE_KEYS.configSequence,
      config.siteId,
      config.version.toString(),
      Buffer.from(bytes),
      CHANGES_KEPT,
      traceparent,
    );
    if (newer !== null) {
      throw new EdgeStateError(
        'site_config_stale',
        `version ${String(newer)} of this site is already published`,
      );
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
    const versions = await this.redis.hgetall(EDGE_KEYS.configVersions);
    return new Map(Object.entries(versions).map(([site, version]) => [site, BigInt(version)]));
  }
}
