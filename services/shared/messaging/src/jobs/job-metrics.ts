import { durationsOf, type Metrics } from '@palisade/nest-kit';
import { type TracedJob, workInTrace } from './job-traces.ts';

/** Thrown to run a job later: no failure, but BullMQ needs an error. */
class Postponed {
  constructor(readonly error: unknown) {}
}

/**
 * Measures the jobs of a queue, and does each in its trace. Their names are those that the code gives them.
 *
 * @param isPostponed whether what a job threw says only that it is to run later
 */
export function timedJob<Job extends TracedJob, Args extends unknown[], Result>(
  { registry }: Metrics,
  queue: string,
  work: (job: Job, ...args: Args) => Promise<Result>,
  isPostponed: (error: unknown) => boolean = () => false,
): (job: Job, ...args: Args) => Promise<Result> {
  const durations = durationsOf(registry, 'job');
  return async (job, ...args) => {
    const outcome = await workInTrace(queue, job, async (span): Promise<Result | Postponed> => {
      const begin = performance.now();
      let errorType = '';
      try {
        return await work(job, ...args);
      } catch (error) {
        if (isPostponed(error)) {
          span?.set({ 'palisade.job.postponed': true });
          return new Postponed(error);
        }
        errorType = 'error';
        throw error;
      } finally {
        durations.observe({ queue, task: job.name, error_type: errorType }, performance.now() - begin);
      }
    });
    if (outcome instanceof Postponed) throw outcome.error;
    return outcome;
  };
}
