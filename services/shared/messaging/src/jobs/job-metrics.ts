import { durationsOf, type Metrics } from '@palisade/nest-kit';

/**
 * Measures the jobs of a queue. Their names are those that the code gives them.
 *
 * @param isPostponed whether what a job threw says only that it is to run later
 */
export function timedJob<Job extends { readonly name: string }, Args extends unknown[], Result>(
  { registry }: Metrics,
  queue: string,
  work: (job: Job, ...args: Args) => Promise<Result>,
  isPostponed: (error: unknown) => boolean = () => false,
): (job: Job, ...args: Args) => Promise<Result> {
  const durations = durationsOf(registry, 'job');
  return async (job, ...args) => {
    const begin = performance.now();
    let errorType = '';
    try {
      return await work(job, ...args);
    } catch (error) {
      if (!isPostponed(error)) errorType = 'error';
      throw error;
    } finally {
      durations.observe({ queue, task: job.name, error_type: errorType }, performance.now() - begin);
    }
  };
}
