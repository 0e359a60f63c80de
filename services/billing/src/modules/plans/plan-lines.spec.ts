import { PLAN_SEEDS } from '../../database/seeds/plan-seeds.ts';
import { PLACEHOLDER_NAMES, renderLines } from './plan-lines.ts';

const linesOf = (slug: string) => {
  const seed = PLAN_SEEDS.find((plan) => plan.slug === slug)!;
  return renderLines(seed.features, seed.entitlements);
};

describe('the lines of a plan', () => {
  it('state the limits that are enforced', () => {
    expect(linesOf('free')).toEqual(
      expect.arrayContaining([
        '✓ 1 domain',
        '✓ 5 GB bandwidth per month',
        '✓ 7 days of logs',
        '✗ Rate limiting',
      ]),
    );
    expect(linesOf('starter')).toEqual(
      expect.arrayContaining([
        '✓ Up to 2 domains',
        '✓ Rate limiting up to 100 requests/min',
        '✓ DDoS protection up to 10 Gbps',
        '✗ Geo-blocking',
      ]),
    );
    expect(linesOf('business')).toEqual(
      expect.arrayContaining([
        '✓ Up to 5 domains',
        '✓ Bot protection',
        '✓ Geo-blocking',
        '✗ CDN edge caching',
      ]),
    );
    expect(linesOf('enterprise')).toEqual(
      expect.arrayContaining(['✓ Unlimited domains', '✓ Unlimited custom rules', '✓ CDN edge caching']),
    );
  });

  it('follow an edit of the entitlements', () => {
    const seed = PLAN_SEEDS[1]!;
    expect(
      renderLines(['{domains}', '{rate_limiting}'], {
        ...seed.entitlements,
        maxDomains: 7,
        rateLimiting: false,
      }),
    ).toEqual(['✓ Up to 7 domains', '✗ Rate limiting']);
  });

  it('are marked by what is enforced, whatever mark was typed before', () => {
    const { entitlements } = PLAN_SEEDS[0]!;
    expect(
      renderLines(
        ['× {bot_protection}', '❌\uFE0F {domains}', '✓ {geo_blocking}', '✗ {nothing}'],
        entitlements,
      ),
    ).toEqual(['✗ Bot protection', '✓ 1 domain', '✗ Geo-blocking', '✗ {nothing}']);
  });

  it('leave nothing unfilled in the seeds, and unknown placeholders alone', () => {
    expect(PLAN_SEEDS.flatMap((seed) => linesOf(seed.slug)).filter((line) => line.includes('{'))).toEqual([]);
    expect(renderLines(['{nothing} {constructor}'], PLAN_SEEDS[0]!.entitlements)).toEqual([
      '{nothing} {constructor}',
    ]);
    expect(PLACEHOLDER_NAMES).toHaveLength(12);
  });
});
