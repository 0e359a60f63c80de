import { decodeUtf8 } from '@palisade/regex';
import { RuleError, type RuleErrorCode } from './errors.ts';

/** A piece of a physical line inside a logical one: where its text starts in both. */
export interface Segment {
  offset: number;
  line: number;
  /** From 1. */
  column: number;
  text: string;
}

/** One directive's text with continuation lines joined, which can map each character to its source position. */
export class LogicalLine {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  private readonly segments: readonly Segment[];

  constructor(file: string, segments: readonly Segment[]) {
    this.file = file;
    this.segments = segments;
    this.text = segments.map((segment) => segment.text).join('');
    this.line = segments[0]?.line ?? 1;
  }

  error(code: RuleErrorCode, detail: string, offset: number): RuleError {
    const segment = this.segments.findLast((candidate) => candidate.offset <= offset) ?? this.segments[0]!;
    const column = segment.column + Math.max(0, offset - segment.offset);
    const shown = `${' '.repeat(segment.column - 1)}${decodeUtf8(segment.text)}`;
    return new RuleError(code, decodeUtf8(detail), { file: this.file, line: segment.line, column }, shown);
  }
}
