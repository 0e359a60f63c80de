import type { z } from 'zod';

/** What any node may have written: JSON of that form, or else `otherwise`. One bad entry must not hide all others. */
export function parsedOr<T, Otherwise>(
  schema: z.ZodType<T>,
  text: string,
  otherwise: Otherwise,
): T | Otherwise {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return otherwise;
  }
}
