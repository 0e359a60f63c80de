import { table } from '../../docs/site/markdown-table.mjs';
import { built, read, WRITTEN_BY } from './markdown.mjs';
import { LIMITS, saidOfPlan } from './plans.mjs';
import { TITLES } from './policy.mjs';

const DOMAINS = 'services/domains/src/modules';
const LOGS = 'services/logs/src/modules';

/** [what, the file and the constant that hold it, what stands around the number, the guide] */
const PER_ACCOUNT = [
  ['API keys', 'services/auth/src/modules/api-keys/api-keys.service.ts', 'MAX_KEYS_PER_USER'],
  ['Lists', `${DOMAINS}/lists/client-list.schema.ts`, 'MAX_LISTS', '#', '[Lists](../guides/lists.md)'],
  ['Lists created in 24 hours', `${DOMAINS}/lists/client-list.schema.ts`, 'MAX_LISTS_A_DAY'],
  ['Pasted text of one list', `${DOMAINS}/lists/client-list.schema.ts`, 'MAX_TEXT', '# characters'],
  [
    'Alert rules',
    `${LOGS}/owner-alerts/alert-rules.service.ts`,
    'MAX_RULES',
    '#',
    '[Alerts](../guides/alerts.md)',
  ],
  ['Alert channels', 'services/mailer/src/modules/alert-channels/channels.service.ts', 'MAX_CHANNELS'],
  [
    'Log streams, whatever the plan',
    `${LOGS}/log-streams/stream-limits.service.ts`,
    'MAX_STREAMS',
    '#',
    '[Log streams](../guides/log-streams.md)',
  ],
  ['Concurrent live views of the log', `${LOGS}/live/live-streams.ts`, 'MAX_OF_ACCOUNT'],
  ['Concurrent downloads of the log', `${LOGS}/log-download/export-shares.rules.ts`, 'MAX_OF_ACCOUNT'],
  ['Entries per download', `${LOGS}/log-download/log-export.service.ts`, 'MAX_ROWS'],
  [
    'Background exports of the log, stored at a time',
    `${LOGS}/log-exports/export-size.rules.ts`,
    'MAX_EXPORTS',
  ],
  ['Background exports started in 24 hours', `${LOGS}/log-exports/export-size.rules.ts`, 'MAX_EXPORTS_A_DAY'],
  [
    'Entries per export, for each day of the plan’s log retention',
    `${LOGS}/log-exports/export-size.rules.ts`,
    'ROWS_PER_KEPT_DAY',
  ],
  ['Days for which an export can be downloaded', `${LOGS}/log-exports/export-size.rules.ts`, 'KEPT_DAYS'],
  [
    'Exports of the account’s own data in 24 hours',
    `${LOGS}/log-exports/account-export.service.ts`,
    'MAX_A_DAY',
    '#',
    '[Leaving](../guides/leaving.md)',
  ],
  ['Saved views of the log, in each browser', 'frontend/src/features/logs/use-saved-views.ts', 'MAX_VIEWS'],
];

const PER_DOMAIN = [
  ['Hosts of a site', `${DOMAINS}/domain-store/domain-name.rules.ts`, 'MAX_HOSTS'],
  [
    'Drafts',
    `${DOMAINS}/policy-drafts/policy-draft.schema.ts`,
    'MAX_DRAFTS',
    '#',
    '[Roll-outs](../guides/roll-outs.md)',
  ],
  [
    'Days until an unedited draft is deleted',
    `${DOMAINS}/policy-drafts/policy-draft.schema.ts`,
    'DRAFT_DAYS',
  ],
  ['Prefixes or tags per cache purge', `${DOMAINS}/cache/cache-purge.schema.ts`, 'MAX_VALUES'],
  ['Values in cache purges per minute', 'services/shared/edge-state/src/cache-purges.ts', 'PURGES_A_MINUTE'],
  [
    'Incidents on a status page in 90 days',
    `${LOGS}/status-pages/status-incidents.service.ts`,
    'MAX_INCIDENTS',
    '#',
    '[Status pages](../guides/status-pages.md)',
  ],
  ['Updates per incident', `${LOGS}/status-pages/status-incidents.service.ts`, 'MAX_UPDATES'],
  [
    'Text on a status page',
    `${LOGS}/status-pages/status-incidents.service.ts`,
    'MAX_CHARACTERS',
    '# characters',
  ],
];

const PER_NETWORK = [
  ['API calls per minute', 'services/gateway/src/config/config.ts', 'PALISADE_GATEWAY_RATE_LIMIT'],
  [
    'Of these, calls that allow guessing or send email',
    'services/gateway/src/config/config.ts',
    'PALISADE_GATEWAY_STRICT_RATE_LIMIT',
  ],
];

/** Every limit that a customer can meet, of the constants that the code goes by. */
export async function limitsPage() {
  const { GROUPS } = await built('services/shared/site-policy/dist/index.js');
  const { PLAN_SLUGS, SEED_ENTITLEMENTS } = await built('services/shared/entitlements/dist/index.js');
  const { PLAN_SEEDS } = await built('services/billing/dist/database/seeds/plan-seeds.js');
  const { components } = JSON.parse(read('frontend/openapi.json'));
  const plans = PLAN_SLUGS.map((slug) => PLAN_SEEDS.find((plan) => plan.slug === slug));
  const byPlan = Object.keys(SEED_ENTITLEMENTS.free)
    .filter((name) => name in LIMITS)
    .map((name) => [
      LIMITS[name].name,
      ...plans.map(({ entitlements }) => saidOfPlan(name, entitlements[name])),
    ]);
  const lists = Object.entries(GROUPS).flatMap(([name, group]) => {
    const of =
      components.schemas[group.section === 'originConfig' ? 'OriginConfig' : 'PolicyConfig'].properties;
    return Object.entries(group.fields)
      .filter(([field]) => of[field]?.maxItems !== undefined)
      .map(([field, { label }]) => [
        `[${TITLES[name]}](policy.md#${TITLES[name].toLowerCase().replaceAll(' ', '-')}): ${label}`,
        count(of[field].maxItems),
      ]);
  });
  return `# What is limited

All limits that apply to an account. The error names the limit, with a stable \`code\`: 402 if a larger plan raises it, 409 or 422 if
you have to remove something first, 429 if you have to wait. Traffic is never cut off for its volume.

## By plan

The initial values of the plans; an administrator can change them. For what belongs to each row, see [plans](plans.md).

${table(['', ...plans.map(({ name }) => name)], byPlan)}

## For each account

${table(['what', 'limit', 'see'], rowsOf(PER_ACCOUNT))}

## For each domain

${table(['what', 'limit', 'see'], rowsOf(PER_DOMAIN))}

The complete configuration of a site, as sent to the edges, can have about 1 MB; larger ones are rejected with \`configuration_too_large\`. Entries of [lists](../guides/lists.md) do not
count toward that: a list can have 1,000,000, all lists of an account together 2,000,000.

## For each setting

The number of entries in each list of a policy. For the length of entries and numeric limits, see [every setting](policy.md).

${table(['setting', 'entries'], lists)}

## For each network that calls the API

A network is an IPv4 address or an IPv6 /64; the surrounding /24 or /48 gets ten times as much. Operators can change both.

${table(['what', 'limit', 'see'], rowsOf(PER_NETWORK))}

For the limits of a visitor's request at the edge, see [what is not inspected](../security/not-inspected.md) and [pools](../../services/waf-proxy/POOLS.md).

${WRITTEN_BY} the code that enforces these limits.
`;
}

const count = (number) => number.toLocaleString('en');

const rowsOf = (limits) =>
  limits.map(([what, file, name, around = '#', guide = '']) => [
    what,
    around.replace('#', count(numberIn(file, name))),
    guide,
  ]);

/** The number that a constant or the default of a setting has in a source. */
function numberIn(file, name) {
  const [, digits] =
    new RegExp(`(?:const ${name} = |${name}: [^\\n]*\\.default\\()(\\d[\\d_]*)[;)]`).exec(read(file)) ?? [];
  if (digits === undefined) throw new Error(`the page of limits finds no number ${name} in ${file}`);
  return Number(digits.replaceAll('_', ''));
}
