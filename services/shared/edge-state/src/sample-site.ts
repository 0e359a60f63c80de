import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';

type Fields = Exclude<MessageInitShape<typeof edgeV1.SiteConfigSchema>, edgeV1.SiteConfig>;

/** A complete, valid site for tests and benchmarks: everything switched off that needs a plan, rules at medium. */
export function sampleSite(overrides: Fields = {}): edgeV1.SiteConfig {
  return create(edgeV1.SiteConfigSchema, {
    siteId: 'site-1',
    ownerId: 'owner-1',
    version: 1n,
    issuedAtMs: 1_767_225_600_000n,
    hosts: ['shop.example'],
    isActive: true,
    origin: { host: '127.0.0.1', port: 8080, useTls: false, timeoutMs: 30_000 },
    policy: {
      managedRules: true,
      paranoiaLevel: 2,
      ddosProtectionLevel: 'none',
      mode: edgeV1.EngineMode.ON,
      onEngineFailure: edgeV1.FailurePolicy.OPEN,
    },
    delivery: { http2: true, compression: true },
    entitlements: {
      planSlug: 'enterprise',
      rateLimiting: true,
      ddosProtection: true,
      ipManagement: true,
      botProtection: true,
      geoBlocking: true,
      edgeCaching: true,
      logRetentionDays: 90,
    },
    ...overrides,
  });
}
