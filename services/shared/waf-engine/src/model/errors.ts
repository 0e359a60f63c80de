/** A position in a rule file; lines and columns count from 1. */
export interface SourcePosition {
  file: string;
  line: number;
  column: number;
}

export type RuleErrorCode =
  | 'seclang_syntax'
  | 'seclang_unknown_directive'
  | 'seclang_unknown_variable'
  | 'seclang_unknown_operator'
  | 'seclang_unknown_action'
  | 'seclang_unknown_transformation'
  | 'seclang_bad_argument'
  | 'seclang_duplicate_id'
  | 'seclang_missing_id'
  | 'seclang_unresolved_include'
  | 'pattern_syntax'
  | 'pattern_unsupported'
  | 'pattern_too_large';

/** A rule that cannot be compiled. The message ends with the offending line and a caret below the column. */
export class RuleError extends Error {
  override readonly name = 'RuleError';

  readonly code: RuleErrorCode;
  readonly detail: string;
  readonly position: SourcePosition;

  constructor(code: RuleErrorCode, detail: string, position: SourcePosition, sourceLine = '') {
    const caret =
      sourceLine === '' ? '' : `\n  ${sourceLine}\n  ${' '.repeat(Math.max(0, position.column - 1))}^`;
    super(`${position.file}:${position.line}:${position.column}: ${detail}${caret}`);
    this.code = code;
    this.detail = detail;
    this.position = position;
  }
}
