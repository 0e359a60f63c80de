import { Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { type AttemptCounter, MEMORY_MINUTES, PAUSES, waitInWords } from './throttle.rules.ts';

export type { AttemptCounter } from './throttle.rules.ts';

/**
 * Back-off against guessing, shared by all instances through the database. An attempt is counted before it is checked,
 * so that concurrent attempts gain nothing, and the count is taken back if it succeeded.
 */
@Injectable()
export class LoginThrottleService {
  constructor(private readonly database: DataSource) {}

  /**
   * Counts an attempt on each of the counters; returns the highest count. @throws DomainError too_many
   * `too_many_attempts`
   */
  async begin(counters: readonly AttemptCounter[]): Promise<number> {
    const counted: AttemptCounter[] = [];
    let highest = 0;
    for (const counter of counters) {
      const failures = await this.count(counter);
      if (failures === null) {
        await this.takeBack(counted);
        throw tooManyAttempts(await this.secondsLeft(counter.key));
      }
      counted.push(counter);
      highest = Math.max(highest, failures);
    }
    return highest;
  }

  /** The attempt succeeded, or was never checked. */
  async takeBack(counters: readonly AttemptCounter[]): Promise<void> {
    if (counters.length === 0) return;
    await this.database.query(
      'UPDATE guess_counters SET failures = greatest(failures - 1, 0), blocked_until = NULL WHERE key = ANY($1)',
      [counters.map(({ key }) => key)],
    );
  }

  /** The owner has signed in: earlier wrong attempts no longer count. */
  async forget(keys: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM guess_counters WHERE key = ANY($1)', [keys]);
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM guess_counters
        WHERE last_at < now() - make_interval(mins => ${MEMORY_MINUTES.ACCOUNT}) AND (blocked_until IS NULL OR blocked_until < now())`,
    );
  }

  /** The number of attempts so far; `null` while the counter is paused. Attempts during a pause do not extend it. */
  private async count({ key, free, memory = 'PEOPLE' }: AttemptCounter): Promise<number | null> {
    const failures = `CASE WHEN counter.last_at < now() - make_interval(mins => ${MEMORY_MINUTES[memory]}) THEN 1 ELSE counter.failures + 1 END`;
    const rows = await this.database.query<{ failures: number }[]>(
      `INSERT INTO guess_counters AS counter (key, failures, last_at) VALUES ($1, 1, now())
       ON CONFLICT (key) DO UPDATE SET
         failures = ${failures},
         last_at = now(),
         blocked_until = CASE WHEN ${failures} >= $2
           THEN now() + make_interval(secs => ($3::int[])[least(${failures} - $2 + 1, ${PAUSES.length})])
         END
       WHERE counter.blocked_until IS NULL OR counter.blocked_until <= now()
       RETURNING failures`,
      [key, free, PAUSES],
    );
    return rows[0]?.failures ?? null;
  }

  private async secondsLeft(key: string): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }[]>(
      'SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS seconds FROM guess_counters WHERE key = $1',
      [key],
    );
    return Math.max(1, row?.seconds ?? 1);
  }
}

function tooManyAttempts(seconds: number): DomainError {
  return new DomainError(
    'too_many',
    'too_many_attempts',
    `Too many attempts. Please try again in ${waitInWords(seconds)}.`,
    {
      retryAfter: seconds,
    },
  );
}
