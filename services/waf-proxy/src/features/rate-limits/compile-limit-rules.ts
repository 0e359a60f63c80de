import { create } from '@bufbuild/protobuf';
import { messageOfError } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError } from '@palisade/edge-state';
import type { RateLimitRule } from '@palisade/site-policy';
import { encodeCondition } from '@palisade/site-policy/wire';
import { askedNames, boundedBy, noNames } from '../../request/conditions/bounded-conditions.ts';
import { compileCondition, type NamesAsked } from '../../request/conditions/compile-condition.ts';
import type { AskedPart } from '../../request/conditions/conditions.ts';
import { compileKey } from './limit-key.ts';
import type { LimitAction, LimitRule, LimitRules } from './limit-rule.ts';
import { digestOfIdentity } from './site-limits.ts';

const TOO_LATE: ReadonlySet<AskedPart> = new Set(['score', 'answer']);
/** Actions that let requests over the limit pass, so that they are counted as well. */
const GOES_ON: ReadonlySet<LimitAction> = new Set<LimitAction>(['log', 'slow_down', 'challenge']);

/**
 * @returns null if there are none
 * @throws EdgeStateError `site_config_rate_limit_rule`, naming the limit and its error
 */
export function compileLimitRules(
  siteId: string,
  sources: readonly RateLimitRule[],
  bodyBytes: number,
): LimitRules | null {
  if (sources.length === 0) return null;
  const asked = noNames();
  const conditions = sources.map((source) => conditionsOf(source, asked));
  const bounded = boundedBy(conditions.flat());
  const rules = sources.map((source, index) =>
    Object.freeze<LimitRule>({
      name: source.name,
      reason: `limit:${source.id}`,
      conditions: bounded(conditions[index]!),
      key: compileKey(source.key, asked),
      counts: source.counts,
      statuses: new Set(source.statuses),
      limit: limitOf(siteId, source),
      action: source.action,
      blockMs: source.block_seconds * 1_000,
      delayMs: source.delay_ms,
      words: wordsOf(source),
    }),
  );
  const asksBody = ({ key, conditions: asking }: LimitRule) =>
    key.asksBody || asking.some(({ condition }) => condition.asks === 'body');
  return Object.freeze({
    rules: rules.filter((rule) => !asksBody(rule)),
    bodyRules: rules.filter(asksBody),
    bodyBytes,
    asked: askedNames(asked),
    asksCrawlers: conditions.flat().some(({ asks }) => asks === 'crawler'),
    challenges: sources.some(({ action }) => action === 'challenge'),
  });
}

function conditionsOf(source: RateLimitRule, asked: NamesAsked) {
  return source.conditions.map((condition, index) => {
    try {
      const encoded = create(edgeV1.CustomConditionSchema, encodeCondition(condition));
      const compiled = compileCondition(encoded, false, asked);
      if (TOO_LATE.has(compiled.asks)) throw new Error('this is known when limits have been asked');
      return compiled;
    } catch (error) {
      const detail = messageOfError(error);
      const place = `limit "${source.name}" (${source.id}): condition ${index + 1}`;
      throw new EdgeStateError('site_config_rate_limit_rule', `${place}: ${detail}`, error);
    }
  });
}

/** A changed limit starts from zero, as it counts something else; a new name or action does not reset it. */
function limitOf(siteId: string, source: RateLimitRule) {
  const { id, key, counts, statuses, conditions, amount, window_seconds, burst, action } = source;
  const identity = JSON.stringify([id, key, counts, statuses, conditions, amount, window_seconds, burst]);
  return Object.freeze({
    siteId,
    scope: `${siteId}/${digestOfIdentity(identity)}`,
    amount,
    windowMs: window_seconds * 1_000,
    burst,
    countsRefused: GOES_ON.has(action),
  });
}

function wordsOf({ counts, amount, window_seconds, burst, key }: RateLimitRule): string {
  const by = key.map(({ part, name }) => `${part.replaceAll('_', ' ')}${name && ` ${name}`}`).join(' and ');
  const what = counts.replaceAll('_', ' ');
  const atOnce = burst > 0 ? `, ${burst} at once` : '';
  return `more than ${amount} ${what} in ${window_seconds} s${atOnce} by ${by}`;
}
