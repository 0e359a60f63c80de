import type { FailedWork, FailedWorkList, ServiceBacklog, SettledWork } from '../../../shared/api/types.ts';
import { plural } from '../system/system-view.ts';

/** A queue, topic or outbox, with its waiting and failed work. */
export interface Place {
  id: string;
  service: string;
  kind: 'Events to publish' | 'Events to handle' | 'Jobs';
  name: string;
  /** Null: unknown, as the service does not answer. */
  waiting: number | null;
  failed: number | null;
  /** Part of `waiting` that is being done. */
  active: number;
  /** Beside `waiting`: recurring jobs and retries whose time has not come. */
  delayed: number;
  /** Age of the oldest work, if known. */
  oldestAt: string | null;
  lastError: string | null;
}

/** All of a service's queues; those with failures first, then the longest. */
export function placesOf(
  service: string,
  backlog: ServiceBacklog | undefined,
  failed: FailedWorkList | undefined,
): Place[] {
  if (!backlog) return [];
  const { outbox, topics, queues } = backlog;
  const facts = (kind: Place['kind'], name: string) => {
    const found = failed?.items.filter(({ place }) => place === name) ?? [];
    return {
      id: `${service}/${kind}/${name}`,
      ...{ service, kind, name, active: 0, delayed: 0 },
      oldestAt: found[0]?.failed_at ?? null,
      lastError: found.at(-1)?.error ?? null,
    };
  };
  return [
    ...(outbox
      ? [
          {
            ...facts('Events to publish', 'outbox'),
            waiting: outbox.waiting,
            failed: 0,
            oldestAt: outbox.oldest_at,
          },
        ]
      : []),
    ...(topics ?? []).map(({ topic, behind, dead_letters: dead }) => ({
      ...facts('Events to handle', topic),
      waiting: behind,
      failed: dead,
    })),
    ...queues.map(({ name, counts }) => ({
      ...facts('Jobs', name),
      waiting: counts && counts.waiting + counts.active,
      failed: counts?.failed ?? null,
      active: counts?.active ?? 0,
      delayed: counts?.delayed ?? 0,
    })),
  ];
}

/** What is being done and what comes later; empty if neither. */
export const partsText = ({ active, delayed }: Pick<Place, 'active' | 'delayed'>): string =>
  [
    active > 0 ? `${active.toLocaleString('en-US')} active` : '',
    delayed > 0 ? `${delayed.toLocaleString('en-US')} due later` : '',
  ]
    .filter(Boolean)
    .join(', ');

const weight = ({ waiting, failed }: Place) => (failed ?? 1) * 1e9 + (waiting ?? 1e8);
export const worstFirst = (places: readonly Place[]): Place[] =>
  [...places].sort((a, b) => weight(b) - weight(a));

export const chosen = (items: readonly FailedWork[]) => ({
  failedWorkChoice: { items: items.map(({ kind, place, id }) => ({ kind, place, id })) },
});

/** Result of a retry or discard, as a sentence; `ok` if nothing failed again. */
export function settledWords(
  { results }: SettledWork,
  done: 'done again' | 'discarded',
): { text: string; ok: boolean } {
  const count = (outcome: SettledWork['results'][number]['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  const said = [
    [count('done'), done],
    [count('failed'), 'failed again'],
    [count('gone'), 'settled already'],
    [count('busy'), 'being settled by somebody else'],
    [count('left'), 'not begun: there was no time'],
  ] as const;
  const text = said
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number.toLocaleString('en-US')} ${words}`)
    .join(', ');
  const [only] = results;
  const reason = results.length === 1 && only?.error ? `: ${only.error}` : '';
  return { text: text + reason, ok: count('failed') + count('busy') + count('left') === 0 };
}

export const failures = (count: number) => plural(count, 'failure');
