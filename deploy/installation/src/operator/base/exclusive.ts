import pg from 'pg';
import type { Installation } from './installation.ts';
import { OperatorError } from './operator-error.ts';

const CONNECT_MS = 5_000;
const ANSWER_MS = 5_000;

/** Of one command, as long as it holds. */
export interface OperatorLock {
  /**
   * Asked before each step that another command must not come between.
   * @throws OperatorError `lock_lost`: the server has ended the connection, as at its restart, and another may have begun
   */
  assertHeld(): Promise<void>;
}

/**
 * What a command does to an installation, as others have to know:
 * - `changes` it: two that do would undo each other's steps
 * - `replaces` all that it holds: nobody may read it meanwhile, nor change it
 * - `reads` all that it holds, for a copy: others may read and change it, but not replace it
 */
export type Doing = 'changes' | 'replaces' | 'reads';

interface Claim {
  /** The name of an advisory lock. */
  of: string;
  isShared: boolean;
  /** Code and text for who comes second. */
  refusal: readonly [string, string];
}

const CHANGE: Claim = {
  of: 'palisade operator',
  isShared: false,
  refusal: ['already_running', 'Another command changes this installation right now.'],
};
const CONTENTS = 'palisade contents';

const CLAIMS: Record<Doing, readonly Claim[]> = {
  changes: [CHANGE],
  replaces: [
    CHANGE,
    {
      of: CONTENTS,
      isShared: false,
      refusal: ['backup_running', 'A backup of this installation is being written right now.'],
    },
  ],
  reads: [
    {
      of: CONTENTS,
      isShared: true,
      refusal: [
        'restore_running',
        'This installation is being restored right now: its database and its secrets may be of different times.',
      ],
    },
  ],
};

const LOCK_NAME = 'palisade-operator-lock';

/** The database knows who is first. */
export async function exclusively<T>(
  { postgresAdminUrl, settings }: Pick<Installation, 'postgresAdminUrl' | 'settings'>,
  doing: Doing,
  work: (lock: OperatorLock) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: postgresAdminUrl ?? settings.auth.PALISADE_DATABASE_URL ?? '',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    application_name: LOCK_NAME,
    keepAlive: true,
  });
  // Whoever asks the lock is told.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const { of, isShared, refusal } of CLAIMS[doing]) {
      const { rows } = await client.query<{ ours: boolean }>(
        `SELECT pg_try_advisory_lock${isShared ? '_shared' : ''}(hashtext($1)) AS ours`,
        [of],
      );
      if (rows[0]?.ours !== true) {
        throw new OperatorError(
          ...refusal,
          `Wait for its end. Where none runs: SELECT pid FROM pg_stat_activity WHERE application_name = ‘${LOCK_NAME}’.`,
        );
      }
    }
    return await work({ assertHeld: () => assertHeld(client) });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function assertHeld(client: pg.Client): Promise<void> {
  try {
    await client.query('SELECT 1');
  } catch (cause) {
    throw new OperatorError(
      'lock_lost',
      'PostgreSQL has ended the connection that keeps other commands away from this installation, as it does when it is started anew.',
      'What was done stays. See that no other command runs, then run the same again, which goes on here.',
      { cause },
    );
  }
}
