/** The first error message of a field or of anything within it. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  for (const [key, below] of Object.entries(error)) {
    const found = key === 'ref' ? undefined : firstMessage(below);
    if (found !== undefined) return found;
  }
  return undefined;
}
