import { spawn } from 'node:child_process';
import type { SlowAttack } from './attacks.ts';
import { type Watched, watch } from './watch.ts';

export interface AttackResult extends Watched {
  name: string;
  what: string;
}

export interface AttackSize {
  connections: number;
  perSecond: number;
  /** Seconds after which the attacker gives up. */
  seconds: number;
}

export interface AttackedEdge {
  url: string;
  openConnections(): Promise<number>;
}

/** Runs one attack against the edge until the edge has got rid of it, or the attacker gives up. */
export async function runAttack(
  attack: SlowAttack,
  edge: AttackedEdge,
  size: AttackSize,
): Promise<AttackResult> {
  const bounds = ['-c', size.connections, '-r', size.perSecond, '-l', size.seconds].map(String);
  const child = spawn('slowhttptest', [...bounds, ...attack.options(edge.url)], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  const watcher = watch(edge.url, edge.openConnections);
  // All are opened within a few seconds; what is gone before then is none of the edge's doing.
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, opensWithin(size)))]);
  watcher.seen.allClosedAfter = null;
  const seen = await watcher.settled(size.seconds * 1_000);
  child.kill('SIGTERM');
  await ended;
  return { name: attack.name, what: attack.what, ...seen };
}

const opensWithin = ({ connections, perSecond }: AttackSize) => (connections / perSecond + 1) * 1_000;
