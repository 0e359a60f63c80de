export type PatternErrorCode = 'pattern_syntax' | 'pattern_unsupported' | 'pattern_too_large';

/** A pattern that cannot be compiled. `offset` counts bytes from the start of the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';

  readonly code: PatternErrorCode;
  readonly offset: number;

  constructor(code: PatternErrorCode, message: string, offset: number) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}
