import { table } from '../../docs/site/markdown-table.mjs';
import { built, WRITTEN_BY } from './markdown.mjs';
import { TITLES } from './policy.mjs';

export const LIMITS = {
  maxDomains: { name: 'Domains', unlimited: 'any number' },
  maxRateLimitRequests: {
    name: 'Highest rate limit, requests per minute of one client address',
    unlimited: 'any',
  },
  maxCustomRules: {
    name: 'Active custom rules per domain, and as many rate limit rules',
    unlimited: 'any number',
  },
  maxInspectedUploadMb: {
    name: 'Inspected part of each upload, MiB (a tenth for other bodies)',
    unlimited: 'up to the maximum setting',
  },
  maxRecordedRequests: { name: 'Recorded requests kept per domain (the newest)', unlimited: 'any number' },
  maxLogStreams: { name: 'Log streams', unlimited: 'any number' },
  logRetentionDays: { name: 'Log retention, days' },
  bandwidthBytes: {
    name: 'Traffic per calendar month (never cut off)',
    unlimited: 'any',
    say: (bytes) => `${bytes / 1_000_000_000} GB`,
  },
};

/** What each plan includes, of the entitlements that installations start with. */
export async function plansPage() {
  const { FEATURE_NAMES, PLAN_SLUGS, SEED_ENTITLEMENTS } = await built(
    'services/shared/entitlements/dist/index.js',
  );
  const { GROUPS } = await built('services/shared/site-policy/dist/index.js');
  const { PLAN_SEEDS } = await built('services/billing/dist/database/seeds/plan-seeds.js');
  const plans = PLAN_SLUGS.map((slug) => PLAN_SEEDS.find((plan) => plan.slug === slug));
  const rows = Object.keys(SEED_ENTITLEMENTS.free).map((name) => [
    FEATURE_NAMES[name] ?? LIMITS[name].name,
    ...plans.map(({ entitlements }) => saidOfPlan(name, entitlements[name])),
  ]);
  const covers = Object.entries(FEATURE_NAMES).map(([feature, name]) => [name, settingsOf(feature, GROUPS)]);
  const price = ({ priceCents }) => (priceCents === 0 ? 'free' : `${priceCents / 100} a month`);
  return `# Plans

These are the initial plans of every installation. An administrator can change plans and what they include; the plans of your installation are on its pricing page and
at \`GET /api/plans\`. Prices are in US dollars, or in the currency set by \`PALISADE_CURRENCY\`.

${table(['', ...plans.map(({ name }) => name)], [['Price', ...plans.map(price)], ...rows])}

All plans include the managed rules at every sensitivity, log-only mode, application packs, exclusions, adjustments of single rules, malware
scanning if the operator has a scanner, load balancing with health checks and steering, certificates, the API, exports of logs and two-factor authentication.

## Which settings belong to which row

${table(['Row', 'Settings that need it'], covers)}

For all other limits, of accounts, domains and settings, see [limits](limits.md).

All other [settings](policy.md) are in every plan. Crawlers, redirects, header rules, own pages, maintenance and client certificates need none of these rows.

## When a plan is too small

Saving a setting that the plan does not include is refused with 402; the message appears at the setting and names the cheapest plan that includes it. After a change to a smaller
plan, nothing is deleted: settings beyond it stay stored without effect, and apply again once a plan includes them. Existing
domains are kept; new ones cannot be added.

${WRITTEN_BY} the entitlements and plans in the code.
`;
}

/** The groups of the policy that a feature of plans covers, each with a link to its settings. */
const settingsOf = (feature, groups) =>
  Object.entries(groups)
    .filter(([, { gate }]) => gate?.feature === feature)
    .map(([name]) => `[${TITLES[name]}](policy.md#${TITLES[name].toLowerCase().replaceAll(' ', '-')})`)
    .join(', ');

/** An entitlement as a cell says it. */
export function saidOfPlan(name, value) {
  if (typeof value === 'boolean') return value ? 'yes' : '–';
  const { unlimited, say = String } = LIMITS[name];
  if (value === null) return unlimited;
  return value === 0 ? '–' : say(value);
}
