import { compilePattern, type Pattern, PatternError } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';

const KEPT = 32;
/** A pattern made of macros may contain what a stranger sent: it must not become work without bound. */
const MAX_SOURCE_LENGTH = 2048;

/** Patterns whose text is known only when macros are expanded, compiled once per text and forgotten oldest first. */
export class ExpandedPatterns {
  private readonly patterns = new Map<ByteString, Pattern | null>();

  /** Null for a text that is too long or no pattern. */
  get(source: ByteString): Pattern | null {
    const known = this.patterns.get(source);
    if (known !== undefined) return known;
    const pattern = source.length > MAX_SOURCE_LENGTH ? null : compileOrNull(source);
    if (this.patterns.size >= KEPT) this.patterns.delete(this.patterns.keys().next().value!);
    this.patterns.set(source, pattern);
    return pattern;
  }
}

function compileOrNull(source: ByteString): Pattern | null {
  try {
    return compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}
