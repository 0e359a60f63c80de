import type { StoredMatch, StoredTarget } from '../records/stored-match.types.ts';
import { NOT_KEPT, place } from './places.ts';

/** A match of a custom rule, which has no number, is tagged with the rule's id. */
const CUSTOM_TAG = 'custom:';
/** A match of an owner's limit is tagged with the limit's id. */
const LIMIT_TAG = 'limit:';
const MAX_SHOWN = 80;

export function isCustomRule({ rule_id, tags }: StoredMatch): boolean {
  return rule_id === 0 && tags.some((tag) => tag.startsWith(CUSTOM_TAG));
}

export function isRateLimitRule({ rule_id, tags }: StoredMatch): boolean {
  return rule_id === 0 && tags.some((tag) => tag.startsWith(LIMIT_TAG));
}

const CONSEQUENCES: Readonly<Record<string, string>> = {
  log: 'It is only recorded',
  challenge: 'Browsers have to prove that they are some',
  refuse: 'What goes beyond it is refused',
  slow_down: 'What goes beyond it is slowed down',
  block: 'Who goes beyond it is blocked for a time',
};

/** Which of an owner's limits was exceeded, what it counts, and the consequence. */
export function explainRateLimitRule({ message, data, tags }: StoredMatch): string {
  const action = tags.find((tag) => tag.startsWith('limit-action/'))?.slice('limit-action/'.length) ?? '';
  const consequence = CONSEQUENCES[action];
  return `Your limit “${message}” was exceeded: ${data}.${consequence === undefined ? '' : ` ${consequence}.`}`;
}

/** Why a custom rule matched: each recorded condition, and the value that met it. */
export function explainCustomRule({ message, data, targets }: StoredMatch): string {
  const conditions = targets.map((target) => ` on ${place(target.name)}${fulfilled(target)}`);
  // Its further actions, such as “Redirect to /new (302)”.
  return `Your rule “${message}” fired${conditions.join(', and')}.${data === '' ? '' : ` ${data}.`}`;
}

const VERBS: Readonly<Record<string, string>> = {
  equals: 'is',
  contains: 'contains',
  starts_with: 'begins with',
  ends_with: 'ends in',
  matches: 'contains',
  in_list: 'holds the client with',
  at_least: 'is',
};

function fulfilled({ operator, transformed, match_offset, match_length, masked }: StoredTarget): string {
  if (operator === 'exists') return '';
  if (masked) return NOT_KEPT;
  const matched = transformed.slice(match_offset, match_offset + match_length);
  if (operator === 'not in_list')
    return matched === ''
      ? ', which is on none of its lists'
      : `, which is “${shortened(matched)}” and on none of its lists`;
  if (operator.startsWith('not ')) {
    if (transformed === '') return ', which is missing';
    // For values that records do not contain, a mismatch is not recorded.
    return matched === '' ? ', which is another' : `, which is “${shortened(matched)}”`;
  }
  const verb = VERBS[operator];
  if (verb === undefined || matched === '') return '';
  return `, which ${verb} “${shortened(matched)}”`;
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
