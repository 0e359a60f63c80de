import type { Logger } from '@nestjs/common';

/**
 * Runs the steps one after another, each whatever became of the ones before it: what cannot be done now keeps nothing else waiting.
 * @throws the first error, when all have run; every one is logged under the name of its step
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
