import type { z } from 'zod';

/** Parses untrusted JSON of a node by a schema, or returns `otherwise`. One bad entry must not hide all others. */
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
