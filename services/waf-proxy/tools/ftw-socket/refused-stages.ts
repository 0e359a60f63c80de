import type { SocketOutcome } from './run-stages.ts';

/**
 * Why a stage never reaches the rules: the edge refuses ambiguous or malformed framing before anything is inspected,
 * where the stages' own server passes it on.
 */
const METHOD_UNKNOWN =
  'the method is none that an HTTP parser knows (in wrong case, invented, or with blanks before it)';
const METHOD_OF_TUNNEL =
  'CONNECT and TRACE would make a proxy a tunnel or a mirror; answered with 405, then closed';
const FRAGMENT = 'a fragment must not be sent in a request target';
const TARGET_BYTES = 'the request target holds bytes, or begins with one, that no target may';
const PROTOCOL_WORD = 'where HTTP/… is to stand, the request line says something else';
const PROTOCOL_VERSION = 'an HTTP version that does not exist';
const PROTOCOL_OTHER = 'an HTTP version that a proxy does not take on this connection';
const LENGTH = 'Content-Length is no plain number';
const BOTH_LENGTHS = 'Content-Length and Transfer-Encoding together are how requests are smuggled';
const AUTHORITY = 'Host is empty, or no valid name or address';
const NO_HOST = 'no Host: a proxy for many sites cannot tell whose request it is';
const BARE_CR = 'a carriage return without its line feed within the head';
const BARE_LF = 'lines that end in a line feed alone';
const TRAILING = 'bytes follow the request that are no request: the edge closes the connection';

/** Stages of CRS 3.3.4 and 4.28.0, which share most of their ids. */
export const refusedStages: Readonly<Record<string, string>> = {
  '911100-5': METHOD_UNKNOWN,
  '911100-7': METHOD_UNKNOWN,
  '920100-2': METHOD_UNKNOWN,
  '920100-4': METHOD_OF_TUNNEL,
  '920100-5': METHOD_OF_TUNNEL,
  '920100-6': METHOD_OF_TUNNEL,
  '920100-7': FRAGMENT,
  '920100-8': FRAGMENT,
  '920100-10': METHOD_UNKNOWN,
  '920100-11': TARGET_BYTES,
  '920100-12': METHOD_UNKNOWN,
  '920100-13': TARGET_BYTES,
  '920100-14': METHOD_UNKNOWN,
  '920100-15': PROTOCOL_WORD,
  '920160-1': LENGTH,
  '920160-2': LENGTH,
  '920160-3': LENGTH,
  '920160-5': LENGTH,
  '920180-4': PROTOCOL_OTHER,
  '920181-1': BOTH_LENGTHS,
  '920240-2': AUTHORITY,
  '920270-4': AUTHORITY,
  '920274-1': AUTHORITY,
  '920280-1': NO_HOST,
  '920280-3': PROTOCOL_OTHER,
  '920290-1': AUTHORITY,
  '920290-2': AUTHORITY,
  '920290-4': AUTHORITY,
  '920300-3': METHOD_OF_TUNNEL,
  '920430-3': PROTOCOL_OTHER,
  '920430-4': PROTOCOL_VERSION,
  '920430-5': PROTOCOL_WORD,
  '920430-6': PROTOCOL_WORD,
  '920430-7': PROTOCOL_WORD,
  '920430-8': PROTOCOL_VERSION,
  '920430-9': PROTOCOL_VERSION,
  '920430-10': PROTOCOL_WORD,
  '920610-2': FRAGMENT,
  '921140-1': BARE_CR,
  '932100-3': BARE_LF,
  '933160-21': TARGET_BYTES,
  '934120-23': TARGET_BYTES,
  '934120-24': TARGET_BYTES,
  '934120-25': TARGET_BYTES,
  '934120-26': TARGET_BYTES,
  '934120-39': TARGET_BYTES,
  '942500-1': TARGET_BYTES,
  '949110-4': METHOD_UNKNOWN,
  '920640-5': TRAILING,
};

/** A refusal is an answer of the edge itself, after which it closes. */
const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 405]);

/** Sorts outcomes. A refusal that is not named has failed; what reaches the rules is judged, named or not. */
export function sortOutcomes(outcomes: readonly SocketOutcome[]) {
  const passed: SocketOutcome[] = [];
  const refused: SocketOutcome[] = [];
  const failed: SocketOutcome[] = [];
  for (const outcome of outcomes) {
    if (outcome.refusal === null) {
      (outcome.problems.length === 0 ? passed : failed).push(outcome);
    } else if (outcome.id in refusedStages && endedTidily(outcome)) {
      refused.push(outcome);
    } else {
      failed.push({ ...outcome, problems: [`refused: ${outcome.refusal}, status ${outcome.status}`] });
    }
  }
  return { passed, refused, failed };
}

const endedTidily = ({ closed, status }: SocketOutcome) =>
  closed && (status === 0 || REFUSAL_STATUSES.has(status));
