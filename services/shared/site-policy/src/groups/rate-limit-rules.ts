import { cheapestPlanWith, type Entitlements, upgradeText } from '@palisade/entitlements';
import * as z from 'zod/mini';
import { field, type Range, rangeMessage, wholeNumber } from '../model/field.ts';
import type { Refusal } from '../model/group.ts';
import { byId, ID_TWICE, namedOnce } from '../model/list-entries.ts';
import { refuse } from '../model/refuse.ts';
import {
  conditionSchema,
  HTTP_TOKEN,
  JSON_PATH,
  JSON_PATH_INVALID,
  NUMBER_FIELDS,
} from './custom-rule-conditions.ts';
import { listsBeyondPlan, listsNamedBy } from './listed-conditions.ts';

export const RATE_LIMIT_RULE_LIMITS = {
  rules: 100,
  name: 100,
  conditions: 10,
  keyParts: 4,
  keyName: 100,
  statuses: 20,
  /** Of the conditions of all limits of a site together. */
  values: 2_000,
  patterns: 50,
  characters: 100_000,
} as const;

/** Requests, answers, bytes or paths. */
export const RATE_LIMIT_AMOUNTS = { min: 1, max: 4_294_967_295 } as const;
/** Each is remembered until its window ends. */
export const DISTINCT_PATH_AMOUNTS = { min: 1, max: 1_000 } as const;
export const RATE_LIMIT_WINDOWS = { min: 1, max: 86_400 } as const;
export const RATE_LIMIT_BURSTS = { min: 1, max: 1_000_000 } as const;
export const RATE_LIMIT_BLOCKS = { min: 10, max: 2_592_000 } as const;
/** A request that waits has a place among those under way, which others need as well. */
export const RATE_LIMIT_DELAYS = { min: 100, max: 10_000 } as const;
const STATUSES = { min: 100, max: 599 } as const;

export const LIMIT_TOO_EARLY =
  'Limits are asked before this is known: those that count failures do so by the statuses of answers';

/** What requests are counted by. A part that a request lacks is replaced by its client's address. */
export const RATE_LIMIT_KEY_PARTS = [
  'address',
  'network',
  'path',
  'host',
  'method',
  'user_agent',
  'country',
  'asn',
  'header',
  'cookie',
  'query_parameter',
  'api_key',
  'jwt_claim',
  'form_field',
  'json_path',
  'ja4',
] as const;
export type RateLimitKeyPartName = (typeof RATE_LIMIT_KEY_PARTS)[number];

/** Key parts with several values in a request, selected by a name. */
export const NAMED_KEY_PARTS: ReadonlySet<RateLimitKeyPartName> = new Set([
  'header',
  'cookie',
  'query_parameter',
  'jwt_claim',
  'form_field',
  'json_path',
]);

export const RATE_LIMIT_COUNTS = ['requests', 'failures', 'bytes', 'distinct_paths'] as const;
export const RATE_LIMIT_ALGORITHMS = ['sliding_window', 'token_bucket'] as const;
export const RATE_LIMIT_ACTIONS = ['log', 'challenge', 'refuse', 'slow_down', 'block'] as const;

const within = (subject: string, range: Range) => wholeNumber(range, rangeMessage(subject, range));

const keyPartSchema = z
  .object({
    part: z
      .enum(RATE_LIMIT_KEY_PARTS)
      .check(
        z.describe(
          '`network` is the /24 of an IPv4 address and the /48 of an IPv6 one; `api_key` the X-Api-Key header, else Authorization; `jwt_claim` a claim of the bearer token, whose signature is not checked; `ja4` the fingerprint of the client’s TLS handshake; `form_field` and `json_path` stand in the body, and such limits are asked once it is there.',
        ),
      ),
    name: z
      .string()
      .check(
        z.trim(),
        z.maxLength(RATE_LIMIT_RULE_LIMITS.keyName, 'This name is too long'),
        z.describe(
          'Name of the header, cookie, query parameter, claim or form field, or a path in JSON; empty for other parts.',
        ),
      ),
  })
  .check((context) => {
    const { part, name } = context.value;
    const isNamed = NAMED_KEY_PARTS.has(part);
    if (isNamed !== (name !== ''))
      refuse(context, isNamed ? 'Please enter a name' : 'This part of a key has no name', ['name']);
    if (part === 'header' && name !== '' && !HTTP_TOKEN.test(name))
      refuse(context, 'This is not the name of a header', ['name']);
    if (part === 'json_path' && name !== '' && !JSON_PATH.test(name))
      refuse(context, JSON_PATH_INVALID, ['name']);
  })
  .register(z.globalRegistry, { id: 'RateLimitKeyPart' });
export type RateLimitKeyPart = z.infer<typeof keyPartSchema>;

const optionalWhole = z.int().check(z.minimum(0), z.maximum(RATE_LIMIT_AMOUNTS.max));

const ruleFieldsSchema = z.object({
  id: z
    .uuid()
    .check(z.describe('Chosen by the client; does not change. Appears in the log as `limit:<id>`.')),
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a name'),
      z.maxLength(RATE_LIMIT_RULE_LIMITS.name, 'This name is too long'),
    ),
  enabled: z.boolean().check(z.describe('Only enabled limits apply and count towards the plan’s number.')),
  conditions: z
    .array(conditionSchema)
    .check(
      z.maxLength(
        RATE_LIMIT_RULE_LIMITS.conditions,
        `At most ${RATE_LIMIT_RULE_LIMITS.conditions} conditions`,
      ),
      z.describe('Conditions that must all hold for a request to count. None: every request.'),
    ),
  key: z
    .array(keyPartSchema)
    .check(
      z.minLength(1, 'Please choose what requests are counted by'),
      z.maxLength(RATE_LIMIT_RULE_LIMITS.keyParts, `At most ${RATE_LIMIT_RULE_LIMITS.keyParts} parts`),
      z.describe('What requests are counted by. Several parts form one key.'),
    ),
  counts: z
    .enum(RATE_LIMIT_COUNTS)
    .check(
      z.describe(
        '`failures` counts the origin’s responses that have one of `statuses`; `bytes` counts those of requests and responses together.',
      ),
    ),
  statuses: z
    .array(within('Status', STATUSES))
    .check(
      z.maxLength(RATE_LIMIT_RULE_LIMITS.statuses, `At most ${RATE_LIMIT_RULE_LIMITS.statuses} statuses`),
      z.describe('The statuses that `failures` counts; empty for the others.'),
    ),
  algorithm: z
    .enum(RATE_LIMIT_ALGORITHMS)
    .check(
      z.describe(
        'A `sliding_window` moves with time; a `token_bucket` holds `burst` and gains `amount` in each window. Distinct paths are counted in consecutive windows.',
      ),
    ),
  amount: within('Amount', RATE_LIMIT_AMOUNTS),
  window_seconds: within('Seconds', RATE_LIMIT_WINDOWS),
  burst: optionalWhole.check(z.describe('Capacity of a `token_bucket`; 0 for a window.')),
  action: z
    .enum(RATE_LIMIT_ACTIONS)
    .check(
      z.describe(
        'The action for requests over the limit: `refuse` answers 429 with Retry-After, `block` blocks the key within the scope of the limit for `block_seconds`.',
      ),
    ),
  block_seconds: optionalWhole.check(z.describe('For `block`; 0 for the others.')),
  delay_ms: optionalWhole.check(
    z.describe('For `slow_down`: how long each request is delayed; 0 for the others.'),
  ),
});
export type RateLimitRule = z.infer<typeof ruleFieldsSchema>;

export const rateLimitRuleSchema = ruleFieldsSchema
  .check(refuseMismatch)
  .register(z.globalRegistry, { id: 'RateLimitRule' });

function refuseMismatch(context: z.core.ParsePayload<RateLimitRule>): void {
  const rule = context.value;
  rule.conditions.forEach(({ field }, index) => {
    if (NUMBER_FIELDS.has(field)) refuse(context, LIMIT_TOO_EARLY, ['conditions', index, 'field']);
  });
  if ((rule.counts === 'failures') !== rule.statuses.length > 0)
    refuse(
      context,
      rule.counts === 'failures' ? 'Please enter the statuses that count' : 'Only failures have statuses',
      ['statuses'],
    );
  if (rule.counts === 'distinct_paths') {
    if (rule.algorithm !== 'sliding_window')
      refuse(context, 'Distinct paths are counted in windows', ['algorithm']);
    if (rule.amount > DISTINCT_PATH_AMOUNTS.max)
      refuse(context, rangeMessage('Paths', DISTINCT_PATH_AMOUNTS), ['amount']);
  }
  const owned = [
    ['burst', rule.algorithm === 'token_bucket', RATE_LIMIT_BURSTS, 'Burst'],
    ['block_seconds', rule.action === 'block', RATE_LIMIT_BLOCKS, 'Seconds'],
    ['delay_ms', rule.action === 'slow_down', RATE_LIMIT_DELAYS, 'Milliseconds'],
  ] as const;
  for (const [name, applies, range, subject] of owned) {
    const value = rule[name];
    if (applies ? value < range.min || value > range.max : value !== 0)
      refuse(context, applies ? rangeMessage(subject, range) : 'Does not belong to this limit', [name]);
  }
}

function refuseTooMuch(context: z.core.ParsePayload<RateLimitRule[]>): void {
  const { values: mostValues, patterns: mostPatterns, characters: mostCharacters } = RATE_LIMIT_RULE_LIMITS;
  const tooMany = (most: number, what: string) =>
    refuse(context, `The limits of a domain take at most ${most.toLocaleString('en')} ${what} together`);
  const conditions = context.value.flatMap((rule) => rule.conditions);
  const values = conditions.flatMap((condition) => condition.values);
  const patterns = conditions.flatMap(({ operator, values }) => (operator === 'matches' ? values : []));
  if (values.length > mostValues) tooMany(mostValues, 'values');
  if (patterns.length > mostPatterns) tooMany(mostPatterns, 'regular expressions');
  if (values.reduce((sum, { length }) => sum + length, 0) > mostCharacters)
    tooMany(mostCharacters, 'characters');
}

interface RateLimitRules {
  rate_limit_rules: RateLimitRule[];
}

export const rateLimitRulesField = field<RateLimitRule[]>({
  label: 'Rate limit rules',
  default: [],
  schema: z
    .array(rateLimitRuleSchema)
    .check(
      z.maxLength(
        RATE_LIMIT_RULE_LIMITS.rules,
        `A domain has at most ${RATE_LIMIT_RULE_LIMITS.rules} rate limit rules`,
      ),
      z.refine(namedOnce, ID_TWICE),
      refuseTooMuch,
      z.describe('In order of evaluation. Every rule that applies counts the request, until one stops it.'),
    ),
  wire: null,
});

export const rateLimitRulesUnderPlan = (
  rules: readonly RateLimitRule[],
  plan: Entitlements,
): RateLimitRule[] =>
  includedLimits(
    rules.filter(({ enabled }) => enabled),
    plan,
  );

export const rateLimitRulesBeyondPlan = (
  stored: RateLimitRules,
  wanted: RateLimitRules,
  plan: Entitlements,
): Refusal[] => [
  ...challengesBeyond(stored, wanted, plan),
  ...listsBeyondPlan('rate_limit_rules', stored.rate_limit_rules, wanted.rate_limit_rules, plan),
  ...limitsBeyond(stored, wanted, plan),
];

/**
 * As many as the plan has custom rules, and none without rate limiting; challenges only with bot protection, lists of
 * addresses only with their management.
 */
function includedLimits(rules: readonly RateLimitRule[], plan: Entitlements): RateLimitRule[] {
  if (!plan.rateLimiting) return [];
  return rules
    .filter(({ action }) => plan.botProtection || action !== 'challenge')
    .filter((rule) => plan.ipManagement || listsNamedBy(rule).length === 0)
    .slice(0, plan.maxCustomRules ?? undefined);
}

/** Too many are refused only where one is switched on: fewer of too many, or others of them, can always be saved. */
function limitsBeyond(stored: RateLimitRules, wanted: RateLimitRules, plan: Entitlements): Refusal[] {
  const before = byId(stored.rate_limit_rules);
  const isNew = ({ id, enabled }: RateLimitRule) => enabled && before.get(id)?.enabled !== true;
  if (!wanted.rate_limit_rules.some(isNew)) return [];
  if (!plan.rateLimiting) return [{ path: 'rate_limit_rules', message: upgradeText('rateLimiting') }];
  const most = plan.maxCustomRules;
  if (most === null || wanted.rate_limit_rules.filter(({ enabled }) => enabled).length <= most) return [];
  const rules = most === 1 ? '1 rate limit rule' : `${most} rate limit rules`;
  const message = `Upgrade required: your plan includes ${rules} for each domain. Upgrade your plan, or switch another one off.`;
  return [{ path: 'rate_limit_rules', message }];
}

function challengesBeyond(stored: RateLimitRules, wanted: RateLimitRules, plan: Entitlements): Refusal[] {
  if (plan.botProtection) return [];
  const before = byId(stored.rate_limit_rules);
  const challenges = (rule: RateLimitRule | undefined) =>
    rule?.enabled === true && rule.action === 'challenge';
  return wanted.rate_limit_rules.flatMap((rule, index) => {
    if (!challenges(rule) || challenges(before.get(rule.id))) return [];
    const message = `Upgrade required: Limits that challenge are available from ${cheapestPlanWith('botProtection')} plan.`;
    return [{ path: `rate_limit_rules.${index}.action`, message }];
  });
}
