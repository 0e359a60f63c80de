import type { StoredMatch, StoredTarget } from '../records/stored-match.types.ts';
import {
  explainCustomRule,
  explainRateLimitRule,
  isCustomRule,
  isRateLimitRule,
} from './custom-rule-explanation.ts';
import { NOT_KEPT, place } from './places.ts';

/** Why a rule matched, in one sentence for the owner of the site. */
export function explain(match: StoredMatch): string {
  if (isCustomRule(match)) return explainCustomRule(match);
  if (isRateLimitRule(match)) return explainRateLimitRule(match);
  const what =
    match.message === '' ? `Rule ${match.rule_id} fired` : `Rule ${match.rule_id} (${match.message}) fired`;
  const targets = tellingTargets(match.targets);
  const target = targets[0];
  if (!target) return `${what}.`;
  const more = targets.length - 1;
  const also = more === 0 ? '' : `, and on ${more} more ${more === 1 ? 'value' : 'values'}`;
  return `${what} on ${place(target.name)}${evidence(target)}${also}.`;
}

/** Prefix of a variable in a chained rule that refers to the previous rule's match. */
const MATCHED = /^(?:MATCHED_VARS:)+/;
/** Preconditions that a chain checks before it inspects the visitor's input. */
const CONDITIONS: ReadonlySet<string> = new Set(['REQBODY_PROCESSOR', 'REQUEST_BODY_LENGTH']);

/**
 * A chained rule has a match per link: preconditions are left out, and a later match of the same value replaces an
 * earlier one, as it says more, unless it is a negation.
 */
function tellingTargets(targets: readonly StoredTarget[]): StoredTarget[] {
  const shown: StoredTarget[] = [];
  for (const target of targets) {
    const name = target.name.replace(MATCHED, '');
    if (name === target.name) {
      shown.push(target);
      continue;
    }
    const earlier = shown.findIndex((one) => one.name === name);
    if (earlier >= 0 && target.match_length === 0) continue;
    shown.splice(earlier < 0 ? shown.length : earlier, 1, { ...target, name });
  }
  const without = shown.filter(({ name }) => !CONDITIONS.has(name));
  return without.length > 0 ? without : shown;
}

function evidence(target: StoredTarget): string {
  if (target.masked) return NOT_KEPT;
  const { transformed, match_offset, match_length, transformations } = target;
  const matched = match_length > 0 ? transformed.slice(match_offset, match_offset + match_length) : '';
  const found = matched === '' ? '' : `, which contains “${matched}”`;
  return transformations.length === 0 || found === ''
    ? found
    : `${found} once normalized (${transformations.join(', ')})`;
}
