import type { RequestLimit } from './types.ts';

/** Ends multipart parsing; the message becomes REQBODY_ERROR_MSG. */
export class MultipartError extends Error {
  /** `null`: the body is malformed. */
  readonly limit: RequestLimit | null;

  constructor(message: string, limit: RequestLimit | null = null) {
    super(message);
    this.limit = limit;
  }
}
