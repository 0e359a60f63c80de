import type { ByteString, MatchedTarget } from '../../model/api.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import type { TransactionState } from '../state/state.ts';
import { expandWith, resolveMacro } from './expand.ts';

/** Collections with values that visitors or origins sent. Records must not keep more of these than matched. */
const SENT: ReadonlySet<string> = new Set([
  'ARGS',
  'ARGS_GET',
  'ARGS_POST',
  'FILES',
  'FILES_MEMBERS',
  'FILES_TMP_CONTENT',
  'FULL_REQUEST',
  'MULTIPART_FILENAME',
  'MULTIPART_PART_HEADERS',
  'PATH_INFO',
  'QUERY_STRING',
  'REMOTE_USER',
  'REQUEST_BASENAME',
  'REQUEST_BODY',
  'REQUEST_COOKIES',
  'REQUEST_FILENAME',
  'REQUEST_HEADERS',
  'REQUEST_LINE',
  'REQUEST_READINGS',
  'REQUEST_URI',
  'REQUEST_URI_RAW',
  'RESPONSE_BODY',
  'RESPONSE_HEADERS',
  'XML',
]);
const MATCHED: ReadonlySet<string> = new Set(['MATCHED_VAR', 'MATCHED_VARS']);

/** Variables that `capture` sets: the whole match and its groups. */
const CAPTURED = /^[0-9]$/;

/**
 * Expands macros of `msg`, `logdata` and `tag`. MATCHED_VAR and TX.0 become the matched part of the value ('' where an
 * operator has no location), groups are kept if they lie in it, and all other sent values are left out.
 */
export function expandForRecord(
  state: TransactionState,
  template: OperatorArgument,
  targets: readonly MatchedTarget[],
): ByteString {
  return expandWith(template, (name, key) => {
    if (SENT.has(name)) return '';
    const isCaptured = name === 'TX' && key !== null && CAPTURED.test(key);
    if (!isCaptured && !MATCHED.has(name)) return resolveMacro(state, name, key);
    const matched = matchedIn(targets);
    if (!isCaptured || key === '0') return matched;
    const group = resolveMacro(state, name, key);
    return matched.includes(group) ? group : '';
  });
}

/** The match of the last link that has a location. */
function matchedIn(targets: readonly MatchedTarget[]): ByteString {
  const target = targets.findLast(({ matchLength }) => matchLength > 0);
  if (target === undefined) return '';
  const { transformed, matchOffset, matchLength } = target;
  return transformed.slice(matchOffset, matchOffset + matchLength);
}
