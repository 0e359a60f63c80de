import type { AuditRecord, MatchedTarget } from '@palisade/waf-engine';

/**
 * Words that rules matched, by the value's name: `q` for `ARGS:q`, `user-agent` for `REQUEST_HEADERS:User-Agent`. They
 * are kept, or a replay could not match them again; the log shows them as well. Operators without a location leave
 * none.
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
