/** What was asked for and cannot be had; `todo` says what to do. Codes stay the same between versions. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';

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
export class UsageError extends CommandError {
  constructor(message: string) {
    super('usage', message);
  }
}
