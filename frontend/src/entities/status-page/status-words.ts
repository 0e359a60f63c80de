import type { PublicStatus } from '../../shared/api/status-api.gen.ts';
import type { BadgeTone } from '../../shared/ui/badge.tsx';

export type StatusIncident = PublicStatus['incidents'][number];
export type StatusState = StatusIncident['state'];

export const PAGE_WORDS: Readonly<Record<PublicStatus['state'], { label: string; tone: BadgeTone }>> = {
  up: { label: 'No known incident', tone: 'ok' },
  degraded: { label: 'Some things do not work', tone: 'warn' },
  down: { label: 'Out of service', tone: 'danger' },
  maintenance: { label: 'Under maintenance', tone: 'info' },
};

export const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  investigating: 'Investigating',
  identified: 'Cause found',
  monitoring: 'Mended, being watched',
  planned: 'Planned',
  under_way: 'Under way',
  resolved: 'Over',
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
