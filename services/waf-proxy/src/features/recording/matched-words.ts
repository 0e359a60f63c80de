import type { AuditRecord, MatchedTarget } from '@palisade/waf-engine';

/**
 * What rules found, by the names of values: `ARGS:q` is `q`, `REQUEST_HEADERS:User-Agent` is `user-agent`. These words
 * stay, or no rule would find them again; the log shows them as they are anyway.
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

function wordsIn(target: MatchedTarget): string[] {
  const { transformed, matchOffset, matchLength, value } = target;
  // Operators that name no place have looked at all of it.
  const found = matchLength === 0 ? value : transformed.slice(matchOffset, matchOffset + matchLength);
  return found.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? [];
}
