import { compileValuePattern, type ValuePattern } from '@palisade/regex';
import { LRUCache } from 'lru-cache';

/** Compiling takes about half a millisecond each; a site that changes one rule need not pay for all of them again. */
const known = new LRUCache<string, ValuePattern>({ max: 2_000 });

/** @throws PatternError */
export function patternOf(source: string, caseInsensitive: boolean): ValuePattern {
  const key = `${caseInsensitive ? 'i' : ' '}${source}`;
  let pattern = known.get(key);
  if (pattern === undefined) {
    pattern = compileValuePattern(source, { caseInsensitive });
    known.set(key, pattern);
  }
  return pattern;
}
