import { z } from 'zod';

const FORM = /^(\d{1,17})_([!-~\u0080-\uffff]{1,254})$/;

/** Where a page ends: the moment and the key of its last row, which may be gone by the time the next page is asked for. */
export interface ListPosition {
  /** Microseconds of 1970, as exactly as the database has it. */
  micros: string;
  key: string;
}

export const listPosition = z
  .string()
  .max(300)
  .regex(FORM, 'is not a position in this list: begin with the newest again')
  .transform((text): ListPosition => {
    const [, micros, key] = FORM.exec(text)!;
    return { micros: micros!, key: key! };
  });

/** SQL of a row's position. */
export const positionOf = (moment: string, key: string): string =>
  `(extract(epoch FROM ${moment}) * 1000000)::bigint || '_' || ${key}`;

/** SQL of the moment that a parameter has in microseconds. */
export const momentOf = (parameter: string): string =>
  `('epoch'::timestamptz + ${parameter}::bigint * interval '1 microsecond')`;
