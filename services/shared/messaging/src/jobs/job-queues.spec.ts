import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { JobQueues } from './job-queues.ts';

const services = path.resolve(import.meta.dirname, '../../../..');
const sources = globSync('{*,shared/*}/src/**/*.ts', { cwd: services }).filter(
  (file) => !/spec\.ts$|\.d\.ts$/.test(file),
);

/** Creators of queues, which register them with `JobQueues`. */
const HOMES = ['mailer/src/queue/due-queue.ts', 'shared/messaging/src/jobs/repeated-jobs.ts'];

describe('queues of jobs', () => {
  it('are made in two places of the house, and none without operators seeing it', () => {
    expect(sources.length).toBeGreaterThan(500);
    const making = sources.filter((file) =>
      /\bnew Queue\b/.test(readFileSync(path.join(services, file), 'utf8')),
    );
    expect(making.sort()).toEqual(HOMES);
    for (const file of HOMES) {
      const text = readFileSync(path.join(services, file), 'utf8');
      expect(text.match(/\bnew Queue\b/g)).toHaveLength(1);
      expect(text.match(/queues\.add\((?:this\.)?queue\)/g)).toHaveLength(1);
    }
  });

  it('have names of their own', () => {
    const queues = new JobQueues();
    const named = (name: string) => ({ name }) as never;
    queues.add(named('b'));
    queues.add(named('a'));
    expect(queues.all().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(() => queues.add(named('a'))).toThrow('a queue a');
  });
});
