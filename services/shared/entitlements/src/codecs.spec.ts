import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { entitlementsV1 } from '@palisade/contracts';
import { fromView, PLAN_SLUGS, SEED_ENTITLEMENTS, toView } from './index.ts';
import { fromMessage, toMessage } from './wire.ts';

const { EntitlementsSchema } = entitlementsV1;

describe.each(PLAN_SLUGS)('the entitlements of %s', (slug) => {
  const entitlements = SEED_ENTITLEMENTS[slug];

  it('come back from a message as they were', () => {
    const bytes = toBinary(EntitlementsSchema, toMessage(slug, entitlements));
    const message = fromBinary(EntitlementsSchema, bytes);
    expect(message.planSlug).toBe(slug);
    expect(fromMessage(message)).toEqual(entitlements);
  });

  it('come back from what the API shows as they were', () => {
    expect(fromView(toView(entitlements))).toEqual(entitlements);
  });
});

it('a message has a member for each of them', () => {
  const members = EntitlementsSchema.fields.map(({ localName }) => localName);
  expect(members.sort()).toEqual(['planSlug', ...Object.keys(SEED_ENTITLEMENTS.free)].sort());
});

it('the API calls them as it always has', () => {
  expect(Object.keys(toView(SEED_ENTITLEMENTS.free))).toEqual([
    'max_domains',
    'rate_limiting',
    'max_rate_limit_requests',
    'ddos_protection',
    'ip_management',
    'bot_protection',
    'geo_blocking',
    'edge_caching',
    'rule_set_choice',
    'max_custom_rules',
    'max_inspected_upload_mb',
    'max_recorded_requests',
    'max_log_streams',
    'log_retention_days',
    'bandwidth_bytes',
  ]);
});
