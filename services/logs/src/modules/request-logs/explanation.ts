import type { StoredMatch, StoredTarget } from '../records/stored-match.types.ts';
import {
  explainCustomRule,
  explainRateLimitRule,
  isCustomRule,
  isRateLimitRule,
} from './custom-rule-explanation.ts';
import { NOT_KEPT, place } from './places.ts';

/** Why a rule fired, in one sentence for the owner of the site. */
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

/** Before the name of a value in each link that looks at what the link before it matched. */
const MATCHED = /^(?:MATCHED_VARS:)+/;
/** What a chain asks first, before it looks at what a visitor sent. */
const CONDITIONS: ReadonlySet<string> = new Set(['REQBODY_PROCESSOR', 'REQUEST_BODY_LENGTH']);

/**
 * A rule in several links has an entry for each: a condition is nothing that a rule fired on, and a later look at what an
 * earlier link matched is the same value, of which it knows more, unless it only asked what the value is not.
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
    : `${found} after ${transformations.join(', ')}`;
}
