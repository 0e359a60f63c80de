import { widthOf } from '../../src/syntax/analysis.ts';
import type { GuardKind, Node, ParsedPattern } from '../../src/syntax/ast.ts';
import { setHas } from '../../src/syntax/byte-set.ts';

/** A pattern as V8 can run it, for comparisons on short subjects of ours. */
export interface Translation {
  readonly regexp: RegExp;
  /** V8's group number for each of the pattern's groups, 0 included. */
  readonly groups: readonly number[];
}

const GUARDS: Readonly<Record<Exclude<GuardKind, 'look'>, string>> = {
  subjectStart: '(?<![\\s\\S])',
  lineStart: '(?:(?<![\\s\\S])|(?<=\\n)(?=[\\s\\S]))',
  subjectEnd: '(?![\\s\\S])',
  subjectEndOrFinalNewline: '(?=\\n?(?![\\s\\S]))',
  lineEnd: '(?=\\n|(?![\\s\\S]))',
  wordBoundary: '\\b',
  notWordBoundary: '\\B',
};

export function toRegExp(pattern: ParsedPattern): Translation {
  const translator = new Translator();
  const source = translator.write(pattern.root);
  return { regexp: new RegExp(source, 'd'), groups: translator.groups };
}

/**
 * True where JavaScript gives the same answer as PCRE2 by its own rules. It does not where a loop's body may be empty (JS
 * forbids empty rounds) and, for captures, where a group is repeated (JS forgets it in each round).
 */
export function meansTheSameInJavaScript(node: Node, inLoop = false): boolean {
  switch (node.type) {
    case 'empty':
    case 'set':
    case 'guard':
      return true;
    case 'concat':
      return node.items.every((item) => meansTheSameInJavaScript(item, inLoop));
    case 'alternate':
      return node.branches.every((branch) => meansTheSameInJavaScript(branch, inLoop));
    case 'capture':
      return !inLoop && meansTheSameInJavaScript(node.body);
    case 'repeat':
      return widthOf(node.body).min > 0 && meansTheSameInJavaScript(node.body, true);
    case 'atomic':
    case 'look':
      return meansTheSameInJavaScript(node.body, inLoop);
    case 'backref':
      // An unset group fails in PCRE2 and matches nothing in JavaScript.
      return false;
  }
}

class Translator {
  readonly groups: number[] = [0];
  private groupCount = 0;

  write(node: Node): string {
    switch (node.type) {
      case 'empty':
        return '(?:)';
      case 'set':
        return writeSet(node.set);
      case 'concat':
        return node.items.map((item) => this.write(item)).join('');
      case 'alternate':
        return `(?:${node.branches.map((branch) => this.write(branch)).join('|')})`;
      case 'capture':
        this.groups[node.index] = ++this.groupCount;
        return `(${this.write(node.body)})`;
      case 'atomic':
        return this.writeAtomic(() => this.write(node.body));
      case 'guard':
        return GUARDS[node.kind as Exclude<GuardKind, 'look'>];
      case 'look':
        return `(?${node.behind ? '<' : ''}${node.negative ? '!' : '='}${this.write(node.body)})`;
      case 'backref':
        return `\\${this.groups[node.group]}`;
      case 'repeat': {
        const max = node.max === Infinity ? '' : String(node.max);
        const plain = () =>
          `(?:${this.write(node.body)}){${node.min},${max}}${node.greed === 'lazy' ? '?' : ''}`;
        return node.greed === 'possessive' ? this.writeAtomic(plain) : plain();
      }
    }
  }

  /** JavaScript's look-ahead is atomic: what it captured is then matched again. */
  private writeAtomic(write: () => string): string {
    const group = ++this.groupCount;
    return `(?:(?=(${write()}))\\${group})`;
  }
}

function writeSet(set: Readonly<Uint32Array>): string {
  const hex = (byte: number) => `\\x${byte.toString(16).padStart(2, '0')}`;
  let members = '';
  for (let low = 0; low < 256; low++) {
    if (!setHas(set, low)) {
      continue;
    }
    let high = low;
    while (high < 255 && setHas(set, high + 1)) {
      high++;
    }
    members += low === high ? hex(low) : `${hex(low)}-${hex(high)}`;
    low = high;
  }
  return `[${members}]`;
}
