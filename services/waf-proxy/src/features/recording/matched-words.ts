import type { AuditRecord, MatchedTarget } from '@palisade/waf-engine';

/**
 * What rules found, by the names of values: `ARGS:q` is `q`, `REQUEST_HEADERS:User-Agent` is `user-agent`. These words
 * stay, or no rule would find them again; the log keeps them as well. Operators that name no place leave nothing.
 */
export function matchedWords(audit: AuditRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>();
  for (const { targets } of audit.matches) {
    for (const target of targets) {
      const colon = target.name.indexOf(':');
      if (colon < 0) continue;
      const name = target.name.slice(colon + 1).toLowerCase();
      const known = words.get(name) ?? new Set();
      words.set(name, known);
      for (const word of wordsIn(target)) known.add(word);
    }
  }
  return words;
}

function wordsIn({ transformed, matchOffset, matchLength }: MatchedTarget): string[] {
  const found = transformed.slice(matchOffset, matchOffset + matchLength);
  return found.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];
}
