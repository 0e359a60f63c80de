import type { RuleSource } from '../api.ts';
import { RuleError, type RuleErrorCode } from '../errors.ts';
import { decodeUtf8, encodeUtf8 } from './byte-text.ts';

/** A piece of a physical line inside a logical one: where its text starts in both. */
interface Segment {
  offset: number;
  line: number;
  /** From 1. */
  column: number;
  text: string;
}

/** One directive's text, continuation lines joined, that still knows where each character came from. */
export class LogicalLine {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  readonly #segments: readonly Segment[];

  constructor(file: string, segments: readonly Segment[]) {
    this.file = file;
    this.#segments = segments;
    this.text = segments.map((segment) => segment.text).join('');
    this.line = segments[0]?.line ?? 1;
  }

  error(code: RuleErrorCode, detail: string, offset: number): RuleError {
    const segment = this.#segments.findLast((candidate) => candidate.offset <= offset) ?? this.#segments[0]!;
    const column = segment.column + Math.max(0, offset - segment.offset);
    const shown = `${' '.repeat(segment.column - 1)}${decodeUtf8(segment.text)}`;
    return new RuleError(code, decodeUtf8(detail), { file: this.file, line: segment.line, column }, shown);
  }
}

/**
 * Splits a file the way Apache's configuration reader does: a backslash at the end of a line (trailing blanks
 * forgiven) joins it with the next one, also in comments; blank lines and `#` lines vanish.
 */
export function splitLogicalLines(source: RuleSource): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let segments: Segment[] = [];
  let length = 0;
  const physical = encodeUtf8(source.text.startsWith('\ufeff') ? source.text.slice(1) : source.text).split(
    '\n',
  );

  for (const [index, raw] of physical.entries()) {
    const line = raw.trimEnd();
    const start = segments.length === 0 ? line.length - line.trimStart().length : 0;
    const continued = line.endsWith('\\');
    const text = line.slice(start, continued ? -1 : undefined);
    segments.push({ offset: length, line: index + 1, column: start + 1, text });
    length += text.length;
    if (continued && index < physical.length - 1) continue;
    if (length > 0 && !segments[0]!.text.startsWith('#')) lines.push(new LogicalLine(source.name, segments));
    segments = [];
    length = 0;
  }
  return lines;
}
