import type { Logger } from '@nestjs/common';

/**
 * Runs all steps in order, even if an earlier one fails.
 * @throws the first error, after all have run; each is logged under its step's name
 */
export async function inTurn(logger: Logger, steps: Record<string, () => Promise<unknown>>): Promise<void> {
  const errors: unknown[] = [];
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      logger.error({ err: error, step }, 'maintenance step failed; continuing with the next');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
