import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import { type GuardedRequest, GuardedRequestError, guardedRequest } from '@palisade/nest-kit';
import { type SendContext, StreamSendError } from './stream-target.types.ts';

export const gzipped = promisify(gzip);
export const zstandard = promisify(zstdCompress);
export const USER_AGENT = 'Palisade-Streams/1';

const MAX_ANSWER_SHOWN = 500;
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * Sends a request and checks the response.
 * @returns the beginning of its body @throws StreamSendError unless it was accepted
 */
export async function sendRequest(request: GuardedRequest, context: SendContext): Promise<string> {
  try {
    const { status, text, retryAfter } = await guardedRequest(request, context);
    if (status >= 200 && status < 300) return text;
    throw new StreamSendError(status >= 300 && status < 400 ? 'redirect_not_followed' : 'refused', {
      status,
      answer: text.replaceAll('\0', '').slice(0, MAX_ANSWER_SHOWN),
      retryAfterMs: secondsOf(retryAfter) * 1000,
    });
  } catch (error) {
    throw error instanceof GuardedRequestError
      ? new StreamSendError(error.code, {}, { cause: error })
      : error;
  }
}

const secondsOf = (retryAfter: string | undefined): number =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter)
    ? Math.min(Number(retryAfter), MAX_RETRY_AFTER_SECONDS)
    : 0;

/** A header that the owner has configured. */
export const ownHeader = (target: { header_name?: string | undefined; header_value?: string | undefined }) =>
  target.header_name === undefined || target.header_value === undefined
    ? {}
    : { [target.header_name.toLowerCase()]: target.header_value };
