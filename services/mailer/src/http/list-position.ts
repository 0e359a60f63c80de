import { z } from 'zod';

const FORM = /^(\d{1,17})_([!-~\u0080-\uffff]{1,254})$/;

/** Position of a page's last row: its time and key. The row may be deleted by the time the next page is requested. */
export interface ListPosition {
  /** Microseconds since 1970, with the database's precision. */
  micros: string;
  key: string;
}

export const listPosition = z
  .string()
  .max(300)
  .regex(FORM, 'is not a position in this list: start from the first page')
  .transform((text): ListPosition => {
    const [, micros, key] = FORM.exec(text)!;
    return { micros: micros!, key: key! };
  });

/** SQL expression of a row's position. */
export const positionOf = (moment: string, key: string): string =>
  `(extract(epoch FROM ${moment}) * 1000000)::bigint || '_' || ${key}`;

/** SQL expression of the time in a parameter in microseconds. */
export const momentOf = (parameter: string): string =>
  `('epoch'::timestamptz + ${parameter}::bigint * interval '1 microsecond')`;
