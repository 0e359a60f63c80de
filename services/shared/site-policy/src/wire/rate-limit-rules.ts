import { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import {
  RATE_LIMIT_AMOUNTS,
  RATE_LIMIT_BLOCKS,
  RATE_LIMIT_BURSTS,
  RATE_LIMIT_DELAYS,
  RATE_LIMIT_RULE_LIMITS,
  RATE_LIMIT_WINDOWS,
  type RateLimitKeyPartName,
  type RateLimitRule,
} from '../groups/rate-limit-rules.ts';
import { type Range, wholeNumber } from '../model/field.ts';
import { decodeCondition, encodeCondition, wireConditionSchema } from './custom-rules.ts';
import { inverse, type Part } from './part.ts';

const { RateLimitKeyPartKind: Kind, RateLimitCount: Count, RateLimitAction: Action } = edgeV1;

const KIND = {
  address: Kind.ADDRESS,
  network: Kind.NETWORK,
  path: Kind.PATH,
  host: Kind.HOST,
  method: Kind.METHOD,
  user_agent: Kind.USER_AGENT,
  country: Kind.COUNTRY,
  asn: Kind.ASN,
  header: Kind.HEADER,
  cookie: Kind.COOKIE,
  query_parameter: Kind.QUERY_PARAMETER,
  api_key: Kind.API_KEY,
  jwt_claim: Kind.JWT_CLAIM,
  form_field: Kind.FORM_FIELD,
  json_path: Kind.JSON_PATH,
  ja4: Kind.JA4,
} as const satisfies Record<RateLimitKeyPartName, edgeV1.RateLimitKeyPartKind>;
const COUNT = {
  requests: Count.REQUESTS,
  failures: Count.FAILURES,
  bytes: Count.BYTES,
  distinct_paths: Count.DISTINCT_PATHS,
} as const satisfies Record<RateLimitRule['counts'], edgeV1.RateLimitCount>;
const ACTION = {
  log: Action.LOG,
  challenge: Action.CHALLENGE,
  refuse: Action.REFUSE,
  slow_down: Action.SLOW_DOWN,
  block: Action.BLOCK,
} as const satisfies Record<RateLimitRule['action'], edgeV1.RateLimitAction>;

const kinds = inverse<RateLimitKeyPartName, edgeV1.RateLimitKeyPartKind>(KIND);
const counts = inverse<RateLimitRule['counts'], edgeV1.RateLimitCount>(COUNT);
const actions = inverse<RateLimitRule['action'], edgeV1.RateLimitAction>(ACTION);

const within = ({ min, max }: Range) => wholeNumber({ min, max }, `must be between ${min} and ${max}`);
/** 0: does not belong to this limit. */
const orNone = ({ max }: Range) => within({ min: 0, max });

const wireRuleSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(RATE_LIMIT_RULE_LIMITS.name)),
  conditions: z.array(wireConditionSchema).check(z.maxLength(RATE_LIMIT_RULE_LIMITS.conditions)),
  key: z
    .array(
      z.object({
        kind: z.enum(edgeV1.RateLimitKeyPartKind),
        name: z.string().check(z.maxLength(RATE_LIMIT_RULE_LIMITS.keyName)),
      }),
    )
    .check(z.minLength(1), z.maxLength(RATE_LIMIT_RULE_LIMITS.keyParts)),
  counts: z.enum(edgeV1.RateLimitCount),
  statuses: z.array(within({ min: 100, max: 599 })).check(z.maxLength(RATE_LIMIT_RULE_LIMITS.statuses)),
  amount: within(RATE_LIMIT_AMOUNTS),
  windowSeconds: within(RATE_LIMIT_WINDOWS),
  burst: orNone(RATE_LIMIT_BURSTS),
  action: z.enum(edgeV1.RateLimitAction),
  blockSeconds: orNone(RATE_LIMIT_BLOCKS),
  delayMs: orNone(RATE_LIMIT_DELAYS),
});

export const rateLimitRulesPart: Part = {
  fields: ['rate_limit_rules'],
  schemas: {
    'policy.rateLimitRules': z.array(wireRuleSchema).check(z.maxLength(RATE_LIMIT_RULE_LIMITS.rules)),
  },
  encode: ({ rate_limit_rules: rules }) => ({ 'policy.rateLimitRules': rules.map(encodeRule) }),
  decode: ({ policy }) => ({
    rate_limit_rules: (policy?.rateLimitRules ?? []).flatMap((rule) => decodeRule(rule) ?? []),
  }),
};

const encodeRule = (rule: RateLimitRule) => ({
  id: rule.id,
  name: rule.name,
  conditions: rule.conditions.map(encodeCondition),
  key: rule.key.map(({ part, name }) => ({ kind: KIND[part], name })),
  counts: COUNT[rule.counts],
  statuses: [...rule.statuses],
  amount: rule.amount,
  windowSeconds: rule.window_seconds,
  burst: rule.burst,
  action: ACTION[rule.action],
  blockSeconds: rule.block_seconds,
  delayMs: rule.delay_ms,
});

/** Undefined for a limit of which this version does not know everything: half of it could stop whom it is not about. */
function decodeRule(rule: edgeV1.RateLimitRule): RateLimitRule | undefined {
  const count = counts.get(rule.counts);
  const action = actions.get(rule.action);
  const conditions = rule.conditions.map(decodeCondition).filter((one) => one !== undefined);
  const key = rule.key.flatMap(({ kind, name }) => {
    const part = kinds.get(kind);
    return part === undefined ? [] : [{ part, name }];
  });
  const isKnown = conditions.length === rule.conditions.length && key.length === rule.key.length;
  if (count === undefined || action === undefined || !isKnown) return undefined;
  return {
    id: rule.id,
    name: rule.name,
    enabled: true,
    conditions,
    key,
    counts: count,
    statuses: rule.statuses,
    algorithm: rule.burst > 0 ? 'token_bucket' : 'sliding_window',
    amount: rule.amount,
    window_seconds: rule.windowSeconds,
    burst: rule.burst,
    action,
    block_seconds: rule.blockSeconds,
    delay_ms: rule.delayMs,
  };
}
