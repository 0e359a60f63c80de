import type { SmtpServerRow } from './smtp-server.types.ts';

export const FAILURES_BEFORE_REST = 3;
/** Duration of the first rest, the second, …; the last one is repeated. Minutes. */
export const REST_MINUTES: readonly number[] = [1, 2, 4, 8, 16, 30];

type Known = Pick<SmtpServerRow, 'id' | 'is_active' | 'is_default' | 'resting_until' | 'max_per_second'>;

/** Of the active ones: the chosen one, else the default ones, else all. */
export function eligibleServers<Server extends Known>(
  servers: readonly Server[],
  chosenId: number | null,
): Server[] {
  const active = servers.filter((server) => server.is_active);
  if (chosenId !== null) return active.filter((server) => server.id === chosenId);
  const defaults = active.filter((server) => server.is_default);
  return defaults.length > 0 ? defaults : active;
}

/** The eligible servers that are not resting after failures. */
export const readyServers = <Server extends Known>(
  servers: readonly Server[],
  chosenId: number | null,
  now: Date,
): Server[] =>
  eligibleServers(servers, chosenId).filter(
    ({ resting_until: until }) => until === null || until.getTime() <= now.getTime(),
  );

/** Their total mails per second (Infinity: no limit). */
export const totalPerSecond = (servers: readonly Pick<Known, 'max_per_second'>[]): number =>
  servers.reduce((sum, { max_per_second: limit }) => sum + (limit ?? Number.POSITIVE_INFINITY), 0);
