import { PatternError, type PatternErrorCode } from './pattern-error.ts';

/** A place in a pattern's text. */
export class Cursor {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The character `ahead` places on, or '' behind the end. */
  peek(ahead = 0): string {
    return this.text[this.position + ahead] ?? '';
  }

  /** Consumes one character; '' at the end. */
  next(): string {
    const char = this.peek();
    this.position++;
    return char;
  }

  /** Consumes `expected` if the text goes on with it. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.position)) {
      return false;
    }
    this.position += expected.length;
    return true;
  }

  /** Consumes what `pattern` (sticky) matches here; '' if nothing. */
  takeMatch(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text)?.[0] ?? '';
    this.position += match.length;
    return match;
  }

  /** Consumes up to and including `terminator`; null, and nothing consumed, if it does not come. */
  takeUntil(terminator: string): string | null {
    const end = this.text.indexOf(terminator, this.position);
    if (end === -1) {
      return null;
    }
    const taken = this.text.slice(this.position, end);
    this.position = end + terminator.length;
    return taken;
  }

  fail(message: string, offset = this.position, code: PatternErrorCode = 'pattern_syntax'): never {
    throw new PatternError(code, message, Math.min(offset, this.text.length));
  }

  unsupported(what: string, offset: number): never {
    return this.fail(`${what} not supported`, offset, 'pattern_unsupported');
  }
}
