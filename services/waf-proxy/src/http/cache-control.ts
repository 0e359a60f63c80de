import { trimBlanks } from './header-lines.ts';

/** The directives that the edge acts on. Times in whole seconds; null: absent, or not a time. */
export interface CacheDirectives {
  readonly noStore: boolean;
  /** With or without a list of fields: the list form is taken as the plain one, which is stricter. */
  readonly noCache: boolean;
  readonly private: boolean;
  readonly public: boolean;
  readonly maxAge: number | null;
  readonly sMaxAge: number | null;
  readonly mustRevalidate: boolean;
  readonly proxyRevalidate: boolean;
  readonly mustUnderstand: boolean;
  readonly noTransform: boolean;
  readonly onlyIfCached: boolean;
  readonly staleWhileRevalidate: number | null;
  readonly staleIfError: number | null;
}

/** One member of a structured dictionary, without the blanks around it. */
const MEMBER = /^([a-z*][a-z0-9_\-.*]*)(?:=([^;]+))?(?:;[^,]*)?$/;
/** One `name`, `name=token` or `name="quoted"`; what does not fit is skipped up to the next comma outside quotes. */
const DIRECTIVE = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?:=(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/y;
/** Beyond 2^31 seconds a time means "for ever" (RFC 9111, 1.2.2). */
const MAX_SECONDS = 2_147_483_648;
/** A value that is no whole number of seconds leaves nothing fresh: the careful reading of RFC 9111, 4.2.1. */
const INVALID_SECONDS = 0;

const TIMES: ReadonlySet<string> = new Set([
  'max-age',
  's-maxage',
  'stale-while-revalidate',
  'stale-if-error',
]);

/** Reads all Cache-Control lines of one message as one list. */
export function parseCacheControl(lines: readonly string[]): CacheDirectives {
  const found = new Map<string, string | null>();
  for (const line of lines) collect(line, found);
  return directivesOf(found);
}

/**
 * Reads a targeted field such as CDN-Cache-Control (RFC 9213), a structured dictionary. Null if it is not one: such a
 * field is to be ignored, and Cache-Control decides.
 */
export function parseTargeted(lines: readonly string[]): CacheDirectives | null {
  const text = lines.join(',').trim();
  const found = new Map<string, string | null>();
  if (text === '') return null;
  for (const member of text.split(',')) {
    const parts = MEMBER.exec(trimBlanks(member));
    if (parts === null) return null;
    const value = parts[2] ?? null;
    if (value !== null && !/^(?:-?\d{1,15}|\?[01]|[A-Za-z*][^\s"(),;<=>?@[\\\]{}]*|"[^"\\]*")$/.test(value)) {
      return null;
    }
    if (TIMES.has(parts[1]!) && !/^\d+$/.test(value ?? '')) return null;
    // A dictionary's later member takes the earlier one's place.
    if (value === '?0') found.delete(parts[1]!);
    else found.set(parts[1]!, value === '?1' ? null : value);
  }
  return directivesOf(found);
}

function collect(line: string, found: Map<string, string | null>): void {
  let at = 0;
  while (at < line.length) {
    const character = line[at]!;
    if (character === ',' || character === ' ' || character === '\t') {
      at++;
      continue;
    }
    DIRECTIVE.lastIndex = at;
    const match = DIRECTIVE.exec(line);
    const end = match === null ? at : DIRECTIVE.lastIndex;
    const comma = nextComma(line, end);
    // Something between a directive and the comma: `max-age=1 x` is no directive that we know.
    if (match !== null && line.slice(end, comma).trim() === '') note(match, found);
    at = comma + 1;
  }
}

function note(match: RegExpExecArray, found: Map<string, string | null>): void {
  const name = match[1]!.toLowerCase();
  const value = match[2] ?? match[3] ?? null;
  const before = found.get(name);
  // Said twice and differently: of times the shorter one counts, of anything else the first.
  if (before === undefined) found.set(name, value);
  else if (value !== null && secondsOf(value) < secondsOf(before ?? '')) found.set(name, value);
}

/** The comma that ends the present member, quotes respected; the line's length if it is the last. */
function nextComma(line: string, from: number): number {
  let quoted = false;
  for (let at = from; at < line.length; at++) {
    const character = line[at];
    if (character === '"') quoted = !quoted;
    else if (character === '\\' && quoted) at++;
    else if (character === ',' && !quoted) return at;
  }
  return line.length;
}

function directivesOf(found: ReadonlyMap<string, string | null>): CacheDirectives {
  const seconds = (name: string) => {
    const value = found.get(name);
    return value === undefined ? null : secondsOf(value ?? '');
  };
  return {
    noStore: found.has('no-store'),
    noCache: found.has('no-cache'),
    private: found.has('private'),
    public: found.has('public'),
    maxAge: seconds('max-age'),
    sMaxAge: seconds('s-maxage'),
    mustRevalidate: found.has('must-revalidate'),
    proxyRevalidate: found.has('proxy-revalidate'),
    mustUnderstand: found.has('must-understand'),
    noTransform: found.has('no-transform'),
    onlyIfCached: found.has('only-if-cached'),
    staleWhileRevalidate: seconds('stale-while-revalidate'),
    staleIfError: seconds('stale-if-error'),
  };
}

function secondsOf(text: string): number {
  if (!/^\d+$/.test(text)) return INVALID_SECONDS;
  return Math.min(MAX_SECONDS, Number(text));
}
