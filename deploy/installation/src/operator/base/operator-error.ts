/** What an operator asked for and cannot have; `todo` says what to do. Codes stay the same between versions. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';

  constructor(
    readonly code: string,
    message: string,
    readonly todo: string = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A command line that cannot be meant. */
export class UsageError extends OperatorError {
  constructor(message: string) {
    super('usage', message);
  }
}
