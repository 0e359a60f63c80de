import {
  alternate,
  type BackrefNode,
  concat,
  EMPTY,
  type Greed,
  type Node,
  type ParsedPattern,
  type WrittenGuardKind,
} from './ast.ts';
import { ANY_BYTE, NOT_NEWLINE, setOf, setOfByte, setOfByteFolded, setUnion } from './byte-set.ts';
import { Cursor } from './cursor.ts';
import { GUARDS } from './guard.ts';
import { parseClass } from './parse-class.ts';
import { parseEscape, parseName } from './parse-escape.ts';
import { type Flags, readFlags } from './parse-flags.ts';
import { readCounts, startsQuantifier } from './parse-quantifier.ts';
import type { PatternOptions } from './pattern-options.ts';

/** PCRE2's default limits: they keep a pattern from exhausting the parser's own stack and memory. */
const MAX_NESTING = 250;
const MAX_GROUPS = 65_535;
const MAX_LENGTH = 65_536;

/**
 * Reads a pattern in the syntax of pcre2pattern(3) (PCRE2 10.42, no UTF mode).
 * @throws PatternError
 */
export function parsePattern(source: string, options: PatternOptions = {}): ParsedPattern {
  return new PatternParser(source, options).parse();
}

class PatternParser {
  private readonly cursor: Cursor;
  private readonly names = new Map<string, number>();
  private readonly backrefs: { group: number | string; offset: number; node: { group: number } }[] = [];
  private flags: Flags;
  private groupCount = 0;
  private nesting = 0;

  constructor(source: string, options: PatternOptions) {
    this.cursor = new Cursor(source);
    this.flags = {
      caseInsensitive: options.caseInsensitive ?? false,
      multiline: options.multiline ?? true,
      dotAll: options.dotAll ?? true,
      extended: false,
      extendedMore: false,
      noCapture: false,
      ungreedy: false,
    };
  }

  parse(): ParsedPattern {
    const cursor = this.cursor;
    if (cursor.text.length > MAX_LENGTH) {
      cursor.fail(`pattern longer than ${MAX_LENGTH} bytes`, 0, 'pattern_too_large');
    }
    for (let i = 0; i < cursor.text.length; i++) {
      if (cursor.text.charCodeAt(i) > 0xff) {
        cursor.fail('the pattern is not a byte string', i);
      }
    }
    if (cursor.text.startsWith('(*')) {
      cursor.unsupported('options such as (*UTF) are', 0);
    }
    const root = this.parseAlternatives();
    if (!cursor.atEnd) {
      cursor.fail('unmatched closing parenthesis');
    }
    this.resolveBackrefs();
    return { root, groupCount: this.groupCount, names: this.names };
  }

  private resolveBackrefs(): void {
    for (const { group, offset, node } of this.backrefs) {
      const number = typeof group === 'number' ? group : (this.names.get(group) ?? 0);
      if (number === 0 || number > this.groupCount) {
        this.cursor.fail('reference to a group that does not exist', offset);
      }
      node.group = number;
    }
  }

  /** Branches up to `)` or the end. Options set in one branch hold for those after it. */
  private parseAlternatives(): Node {
    const branches: Node[] = [];
    do {
      branches.push(this.parseBranch());
    } while (this.cursor.take('|'));
    return alternate(branches);
  }

  private parseBranch(): Node {
    const cursor = this.cursor;
    const items: Node[] = [];
    while (true) {
      this.skipIgnored();
      const char = cursor.peek();
      if (char === '' || char === '|' || char === ')') {
        return concat(items);
      }
      if (cursor.take('\\Q')) {
        this.parseQuoted(items);
        continue;
      }
      if (startsQuantifier(cursor)) {
        cursor.fail('quantifier does not follow a repeatable item');
      }
      const item = this.parseItem();
      items.push(item.repeatable ? this.parseQuantifiers(item.node) : item.node);
    }
  }

  /** `\Q…\E`; the quoted text's last character may be quantified. */
  private parseQuoted(items: Node[]): void {
    const cursor = this.cursor;
    const rest = cursor.text.slice(cursor.position);
    const quoted = cursor.takeUntil('\\E');
    if (quoted === null) {
      cursor.position = cursor.text.length;
    }
    const text = quoted ?? rest;
    for (let i = 0; i < text.length; i++) {
      const node = this.literal(text.charCodeAt(i));
      items.push(i === text.length - 1 ? this.parseQuantifiers(node) : node);
    }
  }

  private parseItem(): { node: Node; repeatable: boolean } {
    const cursor = this.cursor;
    const char = cursor.next();
    switch (char) {
      case '(':
        return this.parseGroup();
      case '[': {
        // Perl's word boundaries as BSD writes them.
        if (cursor.take('[:<:]]') || cursor.take('[:>:]]')) {
          return cursor.unsupported('[[:<:]] and [[:>:]] are', cursor.position - 7);
        }
        const set = parseClass(cursor, {
          caseInsensitive: this.flags.caseInsensitive,
          ignoreBlanks: this.flags.extendedMore,
        });
        return { node: { type: 'set', set }, repeatable: true };
      }
      case '.':
        return { node: { type: 'set', set: this.flags.dotAll ? ANY_BYTE : NOT_NEWLINE }, repeatable: true };
      case '^':
        return guardItem(this.flags.multiline ? 'lineStart' : 'subjectStart');
      case '$':
        return guardItem(this.flags.multiline ? 'lineEnd' : 'subjectEndOrFinalNewline');
      case '\\':
        return this.parseEscapeItem();
      default:
        return { node: this.literal(char.charCodeAt(0)), repeatable: true };
    }
  }

  private parseEscapeItem(): { node: Node; repeatable: boolean } {
    const read = parseEscape(this.cursor, false, this.groupCount);
    switch (read.type) {
      case 'byte':
        return { node: this.literal(read.byte), repeatable: true };
      case 'set':
        return { node: { type: 'set', set: read.set }, repeatable: true };
      case 'guard':
        return guardItem(read.kind);
      case 'newline-sequence':
        return { node: NEWLINE_SEQUENCE, repeatable: true };
      case 'backref':
        return { node: this.backref(read.group, read.offset), repeatable: true };
    }
  }

  private literal(byte: number): Node {
    return { type: 'set', set: this.flags.caseInsensitive ? setOfByteFolded(byte) : setOfByte(byte) };
  }

  private backref(group: number | string, offset: number): BackrefNode {
    const node = { type: 'backref' as const, group: 0, caseInsensitive: this.flags.caseInsensitive };
    this.backrefs.push({ group, offset, node });
    return node;
  }

  /** The cursor stands behind `(`. */
  private parseGroup(): { node: Node; repeatable: boolean } {
    const cursor = this.cursor;
    const start = cursor.position - 1;
    if (++this.nesting > MAX_NESTING) {
      cursor.fail(`groups nested deeper than ${MAX_NESTING}`, start, 'pattern_too_large');
    }
    if (cursor.peek() === '*' && /[A-Za-z:]/.test(cursor.peek(1))) {
      return cursor.unsupported('verbs such as (*COMMIT) are', start);
    }
    const before = this.flags;
    this.flags = { ...before };
    const item = cursor.take('?') ? this.parseSpecialGroup(start) : this.parsePlainGroup();
    if (item === 'options') {
      // `(?i)` holds to the end of the group that it stands in.
      this.nesting--;
      return { node: EMPTY, repeatable: false };
    }
    if (!cursor.take(')')) {
      cursor.fail('missing closing parenthesis');
    }
    this.flags = before;
    this.nesting--;
    return { node: item, repeatable: true };
  }

  private parsePlainGroup(): Node {
    return this.flags.noCapture ? this.parseAlternatives() : this.parseCapture(null);
  }

  private parseCapture(name: string | null): Node {
    const index = ++this.groupCount;
    if (index > MAX_GROUPS) {
      this.cursor.fail('too many groups', this.cursor.position, 'pattern_too_large');
    }
    if (name !== null) {
      if (this.names.has(name)) {
        this.cursor.fail(`two groups are named "${name}"`);
      }
      this.names.set(name, index);
    }
    return { type: 'capture', index, body: this.parseAlternatives() };
  }

  /** What follows `(?`. */
  private parseSpecialGroup(start: number): Node | 'options' {
    const cursor = this.cursor;
    if (cursor.take(':')) {
      return this.parseAlternatives();
    }
    if (cursor.take('>')) {
      return { type: 'atomic', body: this.parseAlternatives() };
    }
    for (const [opening, behind, negative] of LOOK_OPENINGS) {
      if (cursor.take(opening)) {
        return { type: 'look', behind, negative, body: this.parseAlternatives() };
      }
    }
    if (cursor.take('P<') || cursor.take('<')) {
      return this.parseCapture(parseName(cursor, '>'));
    }
    if (cursor.take("'")) {
      return this.parseCapture(parseName(cursor, "'"));
    }
    if (cursor.take('P=')) {
      const offset = cursor.position;
      const name = parseName(cursor, ')');
      cursor.position--;
      return this.backref(name, offset);
    }
    const next = cursor.peek();
    if (next === '') {
      return cursor.fail('missing closing parenthesis');
    }
    if ('|(R0123456789+&PC'.includes(next) || (next === '-' && /\d/.test(cursor.peek(1)))) {
      return cursor.unsupported(`(?${next}…) is`, start);
    }
    return this.parseOptions();
  }

  /** `i-s)` or `i-s:…`. */
  private parseOptions(): Node | 'options' {
    readFlags(this.cursor, this.flags);
    return this.cursor.next() === ':' ? this.parseAlternatives() : 'options';
  }

  /** Steps over comments, `\E` and, with `x`, white space. */
  private skipIgnored(): void {
    const cursor = this.cursor;
    while (true) {
      if (cursor.peek() === '(' && cursor.peek(1) === '?' && cursor.peek(2) === '#') {
        if (cursor.takeUntil(')') === null) {
          cursor.fail('missing ) after (?#', cursor.text.length);
        }
      } else if (cursor.take('\\E') || cursor.take('\\Q\\E')) {
        // Nothing is quoted here.
      } else if (this.flags.extended && cursor.takeMatch(/[\t-\r ]+|#[^\n]*\n?/y) !== '') {
        // White space or a comment of the extended syntax.
      } else {
        return;
      }
    }
  }

  private parseQuantifiers(body: Node): Node {
    const cursor = this.cursor;
    this.skipIgnored();
    if (!startsQuantifier(cursor)) {
      return body;
    }
    const [min, max] = readCounts(cursor);
    if (this.flags.extended) {
      this.skipIgnored();
    }
    const possessive = cursor.take('+');
    const reversed = !possessive && cursor.take('?');
    const greed: Greed = possessive ? 'possessive' : reversed !== this.flags.ungreedy ? 'lazy' : 'greedy';
    this.skipIgnored();
    return { type: 'repeat', body, min, max, greed };
  }
}

const LOOK_OPENINGS = [
  ['=', false, false],
  ['!', false, true],
  ['<=', true, false],
  ['<!', true, true],
] as const;

/** `\R`: `(?>\r\n|\n|\x0b|\f|\r|\x85)`. */
const NEWLINE_SEQUENCE: Node = {
  type: 'atomic',
  body: {
    type: 'alternate',
    branches: [
      {
        type: 'concat',
        items: [
          { type: 'set', set: setOfByte(0x0d) },
          { type: 'set', set: setOfByte(0x0a) },
        ],
      },
      { type: 'set', set: setUnion(setOf([0x0a, 0x0d]), setOfByte(0x85)) },
    ],
  },
};

function guardItem(kind: WrittenGuardKind): { node: Node; repeatable: boolean } {
  return { node: { type: 'guard', kind, guard: GUARDS[kind] }, repeatable: false };
}
