import type { AuditRecord, MatchedTarget } from '@palisade/waf-engine';

/**
 * Words that rules matched, by the value's name: `q` for `ARGS:q`, `user-agent` for `REQUEST_HEADERS:User-Agent`. They
 * are kept, or a replay could not match them again; the log shows them as well. Operators without a location leave
 * none. Members of a document count by their own names: `q` for `ARGS:json.items.0.q`.
 */
export function matchedWords(audit: AuditRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>();
  for (const { targets } of audit.matches) {
    for (const target of targets) {
      const colon = target.name.indexOf(':');
      if (colon < 0) continue;
      const path = target.name.slice(colon + 1).toLowerCase();
      const found = wordsIn(target);
      for (const name of new Set([path, memberOf(path)])) {
        const known = words.get(name) ?? new Set();
        words.set(name, known);
        for (const word of found) known.add(word);
      }
    }
  }
  return words;
}

/** The parameter by which rules see a body that has none. */
const WHOLE_BODY = 'request_body';

/**
 * Words of each match in a text whose target does not say in which of the request's values it stands: documents of
 * XML, bodies and addresses as a whole.
 */
export function wordsOfTexts({ matches }: AuditRecord): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const { targets } of matches) {
    for (const target of targets) {
      const [variable, name] = target.name.split(':', 2);
      if (name !== undefined && variable !== 'XML' && name.toLowerCase() !== WHOLE_BODY) continue;
      const words = [...new Set(wordsIn(target))];
      if (words.length > 0 && found.size < MAX_TEXTS) found.set(words.join(' '), words);
    }
  }
  return [...found.values()];
}

/** As many matches as a log record shows at most. */
const MAX_TEXTS = 32;

/**
 * Words that stay in a value: of each match of which the value contains every word. Undefined: it contains none of any;
 * empty: of some a part, which may have been found together with what stands elsewhere.
 */
export function wordsKeptOfTexts(
  value: string,
  texts: readonly (readonly string[])[],
): ReadonlySet<string> | undefined {
  let kept: Set<string> | undefined;
  if (texts.length === 0) return kept;
  const present = new Set(wordsOf(value));
  for (const words of texts) {
    const count = words.filter((word) => present.has(word)).length;
    if (count === 0) continue;
    kept ??= new Set();
    if (count === words.length) for (const word of words) kept.add(word);
  }
  return kept;
}

/** Without the numbers of a list, whose elements have its name. */
const memberOf = (path: string): string => path.split('.').findLast((name) => !/^[0-9]*$/.test(name)) ?? path;

function wordsIn({ transformed, matchOffset, matchLength }: MatchedTarget): string[] {
  const found = transformed.slice(matchOffset, matchOffset + matchLength);
  return wordsOf(found);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];
