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

/** Without the numbers of a list, whose elements have its name. */
const memberOf = (path: string): string => path.split('.').findLast((name) => !/^[0-9]*$/.test(name)) ?? path;

function wordsIn({ transformed, matchOffset, matchLength }: MatchedTarget): string[] {
  const found = transformed.slice(matchOffset, matchOffset + matchLength);
  return found.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];
}
