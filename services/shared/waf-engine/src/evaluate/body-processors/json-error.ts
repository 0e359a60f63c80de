import type { RequestLimit } from './types.ts';

export class JsonError extends Error {
  /** `null`: the document is malformed. */
  readonly limit: RequestLimit | null;

  constructor(message: string, limit: RequestLimit | null = null) {
    super(message);
    this.limit = limit;
  }
}
