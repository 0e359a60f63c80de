import type { ServiceBacklog } from '../../../shared/api/types.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';
import { age } from '../common/age.ts';

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

export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : several}`;
}
