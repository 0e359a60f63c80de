import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { beyondPlan, defaultSitePolicy, effectivePolicy } from '../site-policy.ts';
import { highestUnder } from './inspection-limits.ts';

const { policyConfig: defaults } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
const MUCH = { ...defaults, inspected_upload_kb: 60 * 1_024, inspected_body_kb: 6 * 1_024 };

it.each([
  ['free', 10 * 1_024, 1_024],
  ['starter', 20 * 1_024, 2 * 1_024],
  ['business', 50 * 1_024, 5 * 1_024],
  ['enterprise', 100 * 1_024, 10 * 1_024],
] as const)('%s has %d kB of an upload inspected, and %d kB of other bodies', (slug, upload, body) => {
  const plan = SEED_ENTITLEMENTS[slug];
  expect(effectivePolicy(MUCH, plan)).toMatchObject({
    inspected_upload_kb: Math.min(60 * 1_024, upload),
    inspected_body_kb: Math.min(6 * 1_024, body),
  });
  expect([highestUnder(plan, 'inspected_upload_kb'), highestUnder(plan, 'inspected_body_kb')]).toEqual([
    upload,
    body,
  ]);
  expect(effectivePolicy(defaults, plan)).toMatchObject({
    inspected_upload_kb: 10_240,
    inspected_body_kb: 1_024,
  });
});

it('what the plan does not have is refused at its field, and stays where it was', () => {
  const plan = SEED_ENTITLEMENTS.starter;
  expect(beyondPlan(defaults, MUCH, plan)).toEqual([
    {
      path: 'policyConfig.inspected_upload_kb',
      message: 'Upgrade required: your plan allows up to 20480 kB.',
    },
    { path: 'policyConfig.inspected_body_kb', message: 'Upgrade required: your plan allows up to 2048 kB.' },
  ]);
  expect(beyondPlan(MUCH, MUCH, plan)).toEqual([]);
});

it('a plan never has less inspected than where nobody chose', () => {
  expect(highestUnder({ maxInspectedUploadMb: 0 }, 'inspected_upload_kb')).toBe(10_240);
  expect(highestUnder({ maxInspectedUploadMb: 0 }, 'inspected_body_kb')).toBe(1_024);
});
