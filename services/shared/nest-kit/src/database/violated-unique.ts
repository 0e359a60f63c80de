const UNIQUE_VIOLATION = '23505';

/** The constraint that a statement violated, if that is why it failed. */
export function violatedUnique(error: unknown): string | null {
  const cause = (error as { driverError?: { code?: string; constraint?: string } } | null)?.driverError;
  return cause?.code === UNIQUE_VIOLATION ? (cause.constraint ?? '') : null;
}
