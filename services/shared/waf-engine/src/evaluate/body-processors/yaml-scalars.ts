import type { ByteString } from '../../model/api.ts';
import { byteSet } from '../transformations/byte-classes.ts';
import { PIECE } from './form-pairs.ts';
import { readFlow, withTag, type YamlScalar } from './yaml-flow.ts';
import { isDocumentMark, pastBlanks } from './yaml-marks.ts';
import { readQuoted } from './yaml-quoted.ts';

const DECLARED = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-)?ya?ml\b/i;
const TEXT = /^\s*text\//i;
/** A patch begins like this, too; its second line turns the first into a scalar that nothing can follow. */
const MARKED = /(?:%YAML[ \t]|---(?:[ \t](?![^\r\n]{1,200}\r?\n\+\+\+[ \t])|\r?\n))/y;
/** What hardly anything but a mapping, or a list of them, begins with. */
const MEMBER_START = /(?:-[ \t]+)*(?:[\w.-]{1,64}|"[^"\n]{1,64}"|'[^'\n]{1,64}'):(?:[ \t]|\r?\n)/y;
/** Begins a document where it begins a line; anywhere else it is text. */
const DOCUMENT_START = /^---(?:[ \t]+|$)/;
/** Signs of lists and names, tags and anchors; what they stand before is read on. */
const INDICATORS = /(?:(?:[-?:]|!<[^\s>]*>|[!&][^\s,[\]{}]*)(?:[ \t]+|$)){1,64}/y;
const BLOCK_HEADER = /([|>])[-+\d]{0,3}[ \t]*(?:#.*)?$/y;
const BLANK_OR_COMMENT = /^[ \t]*(?:#|$)/;
const DOCUMENT_END = /^\.{3}[ \t]*(?:[ \t]#.*)?$/;
/** In UTF-8; libyaml skips it where any line begins. */
const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** A name ends at a colon followed by white space or the end. */
const NAME_END = /:(?=[ \t]|$)/g;
const COMMENT = /[ \t]#/;
const BEGINS_COMMENT = /^[ \t]#/;
/** Indentation of the first line that is not blank. */
const FIRST_INDENT = /(?:[ \t]*\r?\n)*( *)/y;
/** Behind a scalar that is no member's: a member. */
const MEMBER = /:(?:[ \t]|$)/;
const LINE_BREAK = /[\r\n]/g;
/** What begins a collection, a block or a directive begins no name. */
const NO_NAME = /[[\]{}|>%@`]/;
/** Further lines of an item are indented more than its sign; a mark of a document is none. */
const LIST_SIGNS = byteSet('-?:');
/** A pause after as many lines, however short they are. */
const LINES_AT_ONCE = 512;

/**
 * Whether a server that reads YAML would read this as YAML: by its type, by its mark, and where no type says that it is text for
 * people, by how it begins. JSON is YAML as well, and is read as JSON.
 */
export function isYaml(text: ByteString, start: number, contentType: ByteString): boolean {
  const begins = (pattern: RegExp) => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
  return DECLARED.test(contentType) || begins(MARKED) || (!TEXT.test(contentType) && begins(MEMBER_START));
}

/**
 * Scalars of YAML 1.1 and 1.2 as applications get them: unescaped, folded, without indentation. Lenient: text that is
 * no YAML yields some of its words. Aliases are not followed, as their anchors are judged anyway. `null` every {@link
 * PIECE} bytes and {@link LINES_AT_ONCE}, as a point to pause.
 */
export function* yamlScalars(text: ByteString): Generator<YamlScalar | null> {
  const reader = new YamlReader(text);
  let pausedAt = 0;
  let lines = 0;
  while (reader.at < text.length) {
    for (const scalar of reader.readLine()) yield scalar;
    if (reader.at - pausedAt < PIECE && ++lines < LINES_AT_ONCE) continue;
    pausedAt = reader.at;
    lines = 0;
    yield null;
  }
}

/** Where a value begins, and the column that its further lines are indented more than. */
interface Place {
  readonly name: ByteString;
  readonly line: ByteString;
  readonly at: number;
  readonly lineStart: number;
  readonly indent: number;
  /** The same for a block. */
  readonly blockIndent: number;
}

class YamlReader {
  at = 0;
  /** The next scalar has the tag of bytes in base64. */
  private isBinary = false;
  /** The last key or item, whose value may be on the following lines. */
  private open: Parent = NO_PARENT;
  private readonly text: ByteString;

  constructor(text: ByteString) {
    this.text = text;
  }

  /** All that begins on the line here; behind it `at` is where the next line to be read begins. */
  *readLine(): Generator<YamlScalar | null> {
    if (this.text.startsWith(BYTE_ORDER_MARK, this.at)) this.at += BYTE_ORDER_MARK.length;
    const lineStart = this.at;
    const line = this.nextLine();
    yield* pausesFor(line);
    if (BLANK_OR_COMMENT.test(line)) return;
    if (DOCUMENT_END.test(line)) {
      this.open = NO_PARENT;
      return;
    }
    /** Where a member begins, with its tags and anchors. */
    let column = line.length - line.trimStart().length;
    let { name, indent } = column > this.open.indent ? this.open : NO_PARENT;
    /** A block may stand right below its item's sign, or its member's name; its lines may not. */
    const besideParent = column === this.open.indent ? column : NO_PARENT.indent;
    this.open = NO_PARENT;
    let pausedAt = 0;
    for (let at = column; at < line.length && !BEGINS_COMMENT.test(line.slice(at - 1, at + 1)); ) {
      const after = pastIndicators(line, at);
      if (after > at) {
        const sign = lastListSign(line, at, after);
        if (sign !== undefined) {
          indent = sign;
          column = pastBlanks(line, sign + 1);
        }
        if (hasBinaryTag(line.slice(at, after))) this.isBinary = true;
        at = after;
        if (at - pausedAt >= PIECE) {
          pausedAt = at;
          yield null;
        }
        continue;
      }
      const member = yield* memberAt(line, at);
      yield* pausesFor(line);
      if (member === null) {
        const { isBinary } = this;
        this.isBinary = false;
        const blockIndent = Math.max(indent, besideParent);
        for (const scalar of this.readValue({ name, line, at, lineStart, indent, blockIndent }))
          yield scalar === null ? null : withTag(scalar, isBinary || scalar[2] === true);
        return;
      }
      indent = column;
      column = member.end;
      name = member.name;
      yield withTag(['', name], this.isBinary);
      this.isBinary = false;
      at = member.end;
    }
    this.open = { name, indent };
  }

  private *readValue({
    name,
    line,
    at,
    lineStart,
    indent,
    blockIndent,
  }: Place): Generator<YamlScalar | null> {
    BLOCK_HEADER.lastIndex = at;
    const block = BLOCK_HEADER.exec(line);
    const start = lineStart + at;
    const sign = line[at]!;
    if (block !== null) {
      const joint = block[1] === '|' ? '\n' : ' ';
      yield [name, (yield* this.indentedLines(joint, this.indentOf(block[0], blockIndent))) ?? ''];
    } else if (sign === '"' || sign === "'") {
      const { value, solid, end } = yield* readQuoted(this.text, start);
      yield [name, value];
      if (solid !== undefined) yield [name, solid];
      this.continueAfter(end);
    } else if (sign === '{' || sign === '[') {
      this.continueAfter(yield* readFlow(this.text, start, name));
    } else {
      const first = line.slice(at);
      const comment = first.search(COMMENT);
      const value = (comment < 0 ? first : first.slice(0, comment)).trim();
      yield [name, value];
      const further = comment < 0 ? yield* this.indentedLines(' ', indent, indent < 0 ? MEMBER : null) : null;
      if (further !== null) yield [name, `${value} ${further}`];
    }
  }

  /**
   * Minimum indentation of a block's lines: a digit in its header counts from its parent, else the first line decides.
   */
  private indentOf(header: ByteString, indent: number): number {
    const digit = /\d/.exec(header.slice(0, 3))?.[0];
    if (digit !== undefined) return Math.max(indent, Math.max(indent, 0) + Number(digit) - 1);
    FIRST_INDENT.lastIndex = this.at;
    return Math.max(indent, (FIRST_INDENT.exec(this.text)?.[1]?.length ?? 0) - 1);
  }

  /** Behind a closing sign nothing but a comment may stand on its line. */
  private continueAfter(end: number): void {
    if (end <= this.at) return;
    this.at = end;
    this.nextLine();
  }

  /**
   * The lines from here on that are blank or indented more than that, up to such a one, without their indentation, joined.
   * Null: none has anything on it. Put together as they are read: there may be hundreds of thousands.
   */
  private *indentedLines(
    joint: string,
    indent: number,
    end: RegExp | null = null,
  ): Generator<null, ByteString | null> {
    const pieces: ByteString[] = [];
    let lines: ByteString[] = [];
    /** Joints that are due before the next line that has something on it. */
    let due = 0;
    let pausedAt = this.at;
    for (let read = 1; this.at < this.text.length; read++) {
      const start = this.at;
      const line = this.nextLine();
      const content = line.trimStart();
      const isOver =
        line.length - content.length <= indent || isDocumentMark(line, 0) || end?.test(line) === true;
      if (content !== '' && isOver) {
        this.at = start;
        break;
      }
      const solid = content.trimEnd();
      if (solid !== '') {
        lines.push(due === 0 ? solid : joint.repeat(due) + solid);
        due = 0;
      }
      due++;
      if (this.at - pausedAt < PIECE && read % LINES_AT_ONCE !== 0) continue;
      pausedAt = this.at;
      pieces.push(lines.join(''));
      lines = [];
      yield null;
    }
    pieces.push(lines.join(''));
    const text = pieces.join('');
    return text === '' ? null : text;
  }

  private nextLine(): ByteString {
    LINE_BREAK.lastIndex = this.at;
    const end = LINE_BREAK.exec(this.text)?.index ?? this.text.length;
    const line = this.text.slice(this.at, end);
    this.at = end + (this.text.startsWith('\r\n', end) ? 2 : 1);
    return line;
  }
}

/** For a pass over a long line: as many pauses as its pieces would have had. */
function* pausesFor(line: ByteString): Generator<null> {
  for (let left = line.length; left > PIECE; left -= PIECE) yield null;
}

interface Parent {
  readonly name: ByteString;
  readonly indent: number;
}

const NO_PARENT: Parent = { name: '', indent: -1 };

interface Member {
  readonly name: ByteString;
  /** Where its value begins. */
  readonly end: number;
}

/** A name, quoted or not, followed by a colon. */
function* memberAt(line: ByteString, at: number): Generator<null, Member | null> {
  const sign = line[at]!;
  if (NO_NAME.test(sign)) return null;
  if (sign !== '"' && sign !== "'") {
    NAME_END.lastIndex = at;
    const end = NAME_END.exec(line)?.index ?? -1;
    if (end < 0) return null;
    const name = line.slice(at, end).trimEnd();
    return COMMENT.test(name) ? null : { name, end: pastBlanks(line, end + 1) };
  }
  const { value, end } = yield* readQuoted(line, at);
  const colon = pastBlanks(line, end);
  // A quoted text that goes on behind this line is no name.
  if (line[colon] !== ':') return null;
  return { name: value, end: pastBlanks(line, colon + 1) };
}

function pastIndicators(line: ByteString, at: number): number {
  if (at === 0 && DOCUMENT_START.test(line)) return pastBlanks(line, '---'.length);
  INDICATORS.lastIndex = at;
  return at + (INDICATORS.exec(line)?.[0].length ?? 0);
}

function lastListSign(line: ByteString, from: number, to: number): number | undefined {
  const isBlank = (at: number) => at < from || at >= to || line[at] === ' ' || line[at] === '\t';
  for (let at = to - 1; at >= from; at--)
    if (LIST_SIGNS[line.charCodeAt(at)] === 1 && isBlank(at - 1) && isBlank(at + 1)) return at;
  return undefined;
}

/** `!!binary` with any prefix, and what may be it with escapes. */
const hasBinaryTag = (indicators: ByteString): boolean =>
  indicators.includes('!') &&
  indicators.split(/\s/).some((word) => {
    const mark = word.indexOf('!');
    return mark >= 0 && (/binary>?$/.test(word) || word.includes('%', mark));
  });
