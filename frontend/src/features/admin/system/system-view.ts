import type { ServiceBacklog } from '../../../shared/api/types.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';
import { age } from '../live/age.ts';

type Topic = NonNullable<ServiceBacklog['topics']>[number];

export interface State {
  tone: BadgeTone;
  label: string;
}

const WARN_AFTER_MS = 60_000;
const ALARM_AFTER_MS = 600_000;

/** Work that has waited for minutes is stuck. */
export function waitState(oldestAt: string | null, now: number): State {
  if (oldestAt === null) return { tone: 'ok', label: 'Nothing waits' };
  const waited = now - new Date(oldestAt).getTime();
  const label = `Oldest ${age(oldestAt, now)}`;
  if (waited >= ALARM_AFTER_MS) return { tone: 'danger', label };
  return { tone: waited >= WARN_AFTER_MS ? 'warn' : 'neutral', label };
}

/** State of a service's event handlers. */
export function topicsState(topics: ServiceBacklog['topics']): State {
  if (topics === null) return { tone: 'danger', label: 'The bus does not answer' };
  const sum = (read: (topic: Topic) => number) => topics.reduce((total, topic) => total + read(topic), 0);
  const dropped = sum((topic) => topic.dropped);
  if (dropped > 0) return { tone: 'danger', label: `${plural(dropped, 'event')} dropped` };
  const dead = sum((topic) => topic.dead_letters);
  if (dead > 0) return { tone: 'warn', label: plural(dead, 'dead letter') };
  if (topics.some((topic) => topic.behind === null)) return { tone: 'warn', label: 'Lag unknown' };
  const behind = sum((topic) => topic.behind ?? 0);
  return behind === 0
    ? { tone: 'ok', label: 'Up to date' }
    : { tone: 'neutral', label: `${plural(behind, 'event')} behind` };
}

/** State of a service's queues, one by one in the tab of the jobs. */
export function queuesState(queues: ServiceBacklog['queues']): State {
  const silent = queues.filter(({ counts }) => counts === null).length;
  if (silent > 0) return { tone: 'danger', label: `${plural(silent, 'queue does', 'queues do')} not answer` };
  const sum = (read: (counts: NonNullable<(typeof queues)[number]['counts']>) => number) =>
    queues.reduce((total, { counts }) => total + (counts ? read(counts) : 0), 0);
  const failed = sum((counts) => counts.failed);
  if (failed > 0) return { tone: 'warn', label: `${plural(failed, 'job')} failed` };
  const waiting = sum((counts) => counts.waiting + counts.active + counts.delayed);
  return waiting === 0
    ? { tone: 'ok', label: 'Nothing waits' }
    : { tone: 'neutral', label: `${plural(waiting, 'job')} pending` };
}

export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : several}`;
}
