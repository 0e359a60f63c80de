import { COUNTRY_CODES, type ListKind } from '@palisade/site-policy';
import { LineReader, MAX_SET_ENTRIES, parseAddressText, type RefusedLine } from './address-set-text.ts';
import { AGENT_LIMITS, AgentSet, formOf, lowerAscii } from './agent-set.ts';
import { EdgeStateError } from './errors.ts';
import type { ListSet } from './list-set.ts';
import { MAX_ASN, type RecordKind, RecordSet } from './record-set.ts';

export interface ParsedList {
  set: ListSet;
  /** Lines that are neither entries nor comments. */
  refused: number;
  /** The first of them. */
  refusedLines: RefusedLine[];
}

/** Result of a line: an entry, or why it is invalid. */
type Read = { entry: string } | { why: string };

/**
 * Reads lists as they are published, of any kind: what `parseAddressText` takes for addresses; of other kinds one entry a line,
 * which but for user agents may be the first column. Time and memory are linear in the length of the text.
 *
 * Errors: `list_too_large`, `too_many_user_agents`; `list_not_addresses` or `list_not_of_its_kind` where more lines
 * are refused than read, of user agents also where the first is of HTML or JSON.
 */
export function parseListText(kind: ListKind, text: Uint8Array): ParsedList {
  switch (kind) {
    case 'addresses':
      return parseAddressText(text);
    case 'user_agents':
      return parseAgents(text);
    case 'asns':
    case 'countries':
    case 'fingerprints':
      return parseRecords(kind, text);
  }
}

const READERS: Readonly<Record<RecordKind, (word: string) => Read>> = {
  asns: (word) => {
    const digits = /^(?:AS)?(\d{1,10})$/i.exec(word)?.[1];
    const isOne = digits !== undefined && Number(digits) > 0 && Number(digits) <= MAX_ASN;
    return isOne ? { entry: String(Number(digits)) } : { why: 'no number of a network, such as AS64500' };
  },
  countries: (word) =>
    COUNTRY_CODES.has(word.toUpperCase())
      ? { entry: word.toUpperCase() }
      : { why: 'no code of a country, such as DE' },
  fingerprints: (word) =>
    JA4.test(word)
      ? { entry: word.toLowerCase() }
      : { why: 'no JA4, such as t13d1516h2_8daaf6152771_e5627efa2ab1' },
};
const JA4 = /^[tqd](?:\d\d|s[1-3]|d[1-3])[di]\d{4}[0-9a-z]{2}_[0-9a-f]{12}_[0-9a-f]{12}$/i;

function parseRecords(kind: RecordKind, text: Uint8Array): ParsedList {
  const read = READERS[kind];
  const entries = new Set<string>();
  const lines = new LineReader(text);
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const [word = ''] = line.trim().split(/[\s,;#]/, 1);
    if (word === '' || line.startsWith('//')) continue;
    const made = read(word.replaceAll('"', ''));
    if ('why' in made) lines.refuse(made.why);
    else {
      lines.accept();
      entries.add(made.entry);
      if (entries.size > MAX_SET_ENTRIES)
        throw new EdgeStateError('list_too_large', `more than ${MAX_SET_ENTRIES} entries`);
    }
  }
  lines.refuseOtherText('list_not_of_its_kind');
  return { set: new RecordSet(RecordSet.encode(kind, entries)), ...lines.leftOut };
}

function parseAgents(text: Uint8Array): ParsedList {
  const entries = new Set<string>();
  let [patterns, patternBytes] = [0, 0];
  const lines = new LineReader(text);
  let isFirst = true;
  for (let line = lines.next(); line !== null; line = lines.next()) {
    // What begins a comment elsewhere may stand within a user agent.
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue;
    // Whatever follows would be taken for user agents.
    if (isFirst && DOCUMENT.test(line))
      throw new EdgeStateError('list_not_of_its_kind', 'HTML or JSON instead of a list');
    isFirst = false;
    const made = readAgent(line);
    if ('why' in made) {
      lines.refuse(made.why);
      continue;
    }
    lines.accept();
    if (entries.has(made.entry)) continue;
    entries.add(made.entry);
    if (made.entry.includes('*')) {
      patterns++;
      patternBytes += made.entry.length;
    }
    const { entries: most, patterns: mostPatterns, patternBytes: mostBytes } = AGENT_LIMITS;
    if (entries.size > most || patterns > mostPatterns || patternBytes > mostBytes)
      throw new EdgeStateError('too_many_user_agents', 'beyond the limits of a list of user agents');
  }
  lines.refuseOtherText('list_not_of_its_kind');
  return { set: new AgentSet(AgentSet.encode(entries)), ...lines.leftOut };
}

/** A page, or an answer of an API, instead of a list. */
const DOCUMENT = /^[<{[]/;

function readAgent(line: string): Read {
  if (line.length > AGENT_LIMITS.length) return { why: `longer than ${AGENT_LIMITS.length} characters` };
  if (/\p{Cc}/u.test(Buffer.from(line, 'latin1').toString('utf8')))
    return { why: 'with a control character' };
  if (DOCUMENT.test(line)) return { why: 'no user agent, but HTML or JSON' };
  const entry = lowerAscii(line);
  const { literal, startsFree, endsFree } = formOf(entry);
  if (literal.includes('*')) return { why: 'a star stands at the beginning, at the end or at both' };
  if ((startsFree || endsFree) && literal.length < AGENT_LIMITS.literal)
    return { why: `beside stars stand at least ${AGENT_LIMITS.literal} characters` };
  return { entry };
}
