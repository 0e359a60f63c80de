import type { PublicStatus } from '../../shared/api/status-api.gen.ts';
import { formatMinute, formatSpan } from '../../shared/lib/format-minute.ts';
import type { BadgeTone } from '../../shared/ui/badge.tsx';
import type { NoticeTone } from '../../shared/ui/notice.tsx';

export type StatusIncident = PublicStatus['incidents'][number];
export type StatusState = StatusIncident['state'];

export const PAGE_WORDS: Readonly<Record<PublicStatus['state'], { label: string; tone: NoticeTone }>> = {
  up: { label: 'No known incident', tone: 'ok' },
  degraded: { label: 'Degraded service', tone: 'warn' },
  down: { label: 'Out of service', tone: 'danger' },
  maintenance: { label: 'Under maintenance', tone: 'info' },
};

export const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  planned: 'Scheduled',
  under_way: 'In progress',
  resolved: 'Resolved',
};

/** States that an update may name, by the kind of what it is about. */
export const STATES_OF: Readonly<Record<StatusIncident['kind'], readonly StatusState[]>> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['planned', 'under_way', 'resolved'],
  outage: [],
};

export function toneOf({ state, impact }: StatusIncident): BadgeTone {
  if (state === 'resolved') return 'neutral';
  return impact === 'down' ? 'danger' : impact === 'degraded' ? 'warn' : 'info';
}

/** When it was, is or will be. */
export const spanOf = ({ begins_at, ends_at }: StatusIncident): string =>
  ends_at === null ? `Since ${formatMinute(begins_at)}` : formatSpan(begins_at, ends_at);
