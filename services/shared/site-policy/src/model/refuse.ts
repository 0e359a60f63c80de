import type { z } from 'zod/mini';

/** Adds a fault and goes on, so that everything that is wrong is said at once. */
export function refuse<Value>(
  context: z.core.ParsePayload<Value>,
  message: string,
  path: (string | number)[] = [],
): void {
  context.issues.push({ code: 'custom', message, path, input: context.value, continue: true });
}
