import { type ByteSet, POSIX_CLASSES, setFoldCase, setInvert, setOf, setUnion } from './byte-set.ts';
import type { Cursor } from './cursor.ts';
import { parseEscape } from './parse-escape.ts';

export interface ClassFlags {
  readonly caseInsensitive: boolean;
  /** `(?xx)`: spaces and tabs in classes are ignored. */
  readonly ignoreBlanks: boolean;
}

type Member = number | ByteSet;

/** Reads a character class; the cursor stands behind `[`. */
export function parseClass(cursor: Cursor, flags: ClassFlags): ByteSet {
  if (matchPosix(cursor) !== null) {
    cursor.fail('POSIX named classes are supported only within a class', cursor.position - 1);
  }
  return new ClassParser(cursor, flags).parse();
}

/** `:name:]`, `.name.]` or `=name=]`. */
function matchPosix(cursor: Cursor): RegExpExecArray | null {
  // A backslash before a bracket or another one is read as an escape and in no second way: with two, each pair of
  // backslashes would double the time that a pattern without an end takes.
  const posix = /([:.=])(\^?)((?:\\[\\\]]|(?!\[\1|\1\]|\\[\\\]])[^\]])*)\1\]/y;
  posix.lastIndex = cursor.position;
  return posix.exec(cursor.text);
}

class ClassParser {
  private readonly cursor: Cursor;
  private readonly flags: ClassFlags;
  private readonly start: number;
  private quoting = false;
  private parts: ByteSet[] = [];

  constructor(cursor: Cursor, flags: ClassFlags) {
    this.cursor = cursor;
    this.flags = flags;
    this.start = cursor.position - 1;
  }

  parse(): ByteSet {
    const cursor = this.cursor;
    this.skipIgnored();
    const negative = cursor.take('^');
    this.skipIgnored();
    // A bracket that comes first stands for itself.
    let first = true;
    while (first || this.quoting || cursor.peek() !== ']') {
      this.parseItem();
      this.skipIgnored();
      first = false;
    }
    cursor.next();
    const set = setUnion(...this.parts);
    return negative ? setInvert(set) : set;
  }

  private parseItem(): void {
    const cursor = this.cursor;
    const low = this.parseMember();
    this.skipIgnored();
    const hyphen = !this.quoting && cursor.peek() === '-';
    if (!hyphen) {
      this.add(low, low);
      return;
    }
    const hyphenAt = cursor.position;
    cursor.next();
    this.skipIgnored();
    if (!this.quoting && cursor.peek() === ']') {
      // A hyphen that comes last stands for itself.
      this.add(low, low);
      this.add(0x2d, 0x2d);
      return;
    }
    if (typeof low !== 'number') {
      cursor.fail('a range cannot start with a class', hyphenAt);
    }
    const high = this.parseMember();
    if (typeof high !== 'number') {
      cursor.fail('a range cannot end with a class');
    }
    if (low > high) {
      cursor.fail('range out of order in a character class');
    }
    this.add(low, high);
  }

  private add(low: Member, high: Member): void {
    if (typeof low !== 'number' || typeof high !== 'number') {
      this.parts.push(low as ByteSet);
      return;
    }
    const range = setOf([low, high]);
    this.parts.push(this.flags.caseInsensitive ? setFoldCase(range) : range);
  }

  private parseMember(): Member {
    const cursor = this.cursor;
    if (cursor.atEnd) {
      return cursor.fail('missing ] at the end of a character class', this.start);
    }
    const char = cursor.next();
    if (this.quoting) {
      return char.charCodeAt(0);
    }
    if (char === '\\') {
      const read = parseEscape(cursor, true, 0);
      if (read.type === 'byte') {
        return read.byte;
      }
      return read.type === 'set' ? read.set : cursor.fail('escape is not valid in a character class');
    }
    if (char === '[') {
      return this.parsePosix() ?? 0x5b;
    }
    return char.charCodeAt(0);
  }

  /** `[:name:]`; the cursor stands behind `[`. Null if it is no such thing. */
  private parsePosix(): ByteSet | null {
    const cursor = this.cursor;
    const match = matchPosix(cursor);
    if (match === null) {
      return null;
    }
    const [text, kind, negation, name] = match as unknown as [string, string, string, string];
    if (kind !== ':') {
      return cursor.unsupported('POSIX collating elements are', cursor.position);
    }
    if (!Object.hasOwn(POSIX_CLASSES, name)) {
      return cursor.fail(`unknown POSIX class name "${name}"`, cursor.position + 1);
    }
    cursor.position += text.length;
    const anyCase = this.flags.caseInsensitive && (name === 'upper' || name === 'lower');
    const set = POSIX_CLASSES[anyCase ? 'alpha' : name]!;
    return negation === '^' ? setInvert(set) : set;
  }

  /** Steps over `\Q`, `\E` and, with `xx`, blanks. */
  private skipIgnored(): void {
    const cursor = this.cursor;
    while (true) {
      if (this.quoting) {
        if (!cursor.take('\\E')) {
          return;
        }
        this.quoting = false;
      } else if (cursor.take('\\Q')) {
        this.quoting = true;
      } else if (
        !cursor.take('\\E') &&
        !(this.flags.ignoreBlanks && (cursor.take(' ') || cursor.take('\t')))
      ) {
        return;
      }
    }
  }
}
