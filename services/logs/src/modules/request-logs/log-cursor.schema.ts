import { z } from 'zod';
import type { LogPosition } from '../log-store/log-row.types.ts';

const FORM = /^(\d{13})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** End of a page, as clients return it: milliseconds since 1970 and the request's id. */
export function cursorOf({ receivedAt, requestId }: LogPosition): string {
  return `${receivedAt.getTime()}_${requestId}`;
}

export const logCursorSchema = z
  .string()
  .regex(FORM, 'is not a position in the log')
  .transform((text): LogPosition => {
    const [, ms, requestId] = FORM.exec(text)!;
    return { receivedAt: new Date(Number(ms)), requestId: requestId! };
  });
