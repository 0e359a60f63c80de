/** The message of whatever was thrown, for a log line or a person; not everything that is thrown is an Error. */
export const messageOfError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
