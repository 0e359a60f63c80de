import { DAY_MS } from '@palisade/basics';
import type { IncidentState, IncidentView, PublicStatus } from './status-page.schema.ts';

/** Written by the owner. */
export interface WrittenIncident {
  incident_id: string;
  kind: 'incident' | 'maintenance';
  impact: 'none' | 'degraded' | 'down';
  title: string;
  begins_at: Date;
  /** For maintenance: its planned end, until it has ended. */
  ends_at: Date | null;
}

export interface PostedUpdate {
  incident_id: string;
  state: IncidentState;
  text: string;
  said_at: Date;
}

/** Detected by health checks and traffic. */
export interface FoundOutage {
  alert_id: string;
  since: Date;
  until: Date | null;
}

/** Title of outages without an incident by the owner. */
const OUTAGE_TITLE = 'The site did not answer';

/** @param updates of this incident, newest first */
export function writtenView(
  incident: WrittenIncident,
  updates: readonly PostedUpdate[],
  nowMs: number,
): IncidentView {
  const said = updates[0]?.state ?? (incident.kind === 'incident' ? 'investigating' : 'planned');
  const state = incident.kind === 'incident' ? said : maintenanceState(incident, said, nowMs);
  return {
    id: incident.incident_id,
    kind: incident.kind,
    impact: incident.impact,
    title: incident.title,
    state,
    begins_at: incident.begins_at.toISOString(),
    ends_at: incident.ends_at?.toISOString() ?? null,
    updates: updates.map(({ state: at, text, said_at }) => ({
      state: at,
      text,
      said_at: said_at.toISOString(),
    })),
  };
}

/** Maintenance begins and ends as planned, unless its owner posts otherwise before. */
function maintenanceState(incident: WrittenIncident, said: IncidentState, nowMs: number): IncidentState {
  if (said === 'resolved' || (incident.ends_at !== null && incident.ends_at.getTime() <= nowMs))
    return 'resolved';
  return said === 'under_way' || incident.begins_at.getTime() <= nowMs ? 'under_way' : 'planned';
}

export const outageView = ({ alert_id, since, until }: FoundOutage): IncidentView => ({
  id: alert_id,
  kind: 'outage',
  impact: 'down',
  title: OUTAGE_TITLE,
  state: until === null ? 'investigating' : 'resolved',
  begins_at: since.toISOString(),
  ends_at: until?.toISOString() ?? null,
  updates: [],
});

/** The worst current state. */
export function pageState(incidents: readonly IncidentView[]): PublicStatus['state'] {
  const running = incidents.filter(({ state }) => state !== 'resolved' && state !== 'planned');
  if (running.some(({ impact }) => impact === 'down')) return 'down';
  if (running.some(({ impact }) => impact === 'degraded')) return 'degraded';
  return running.length > 0 ? 'maintenance' : 'up';
}

export interface KnownDay {
  /** UTC day, as `2026-01-31`. */
  day: string;
  observedSeconds: number;
  downSeconds: number;
}

/** @param known in any order; missing days are unknown */
export function uptimeOf(known: readonly KnownDay[], nowMs: number, days: number): PublicStatus['uptime'] {
  const byDay = new Map(known.map((day) => [day.day, day]));
  const shown = Array.from({ length: days }, (_, i) => {
    const day = dayOf(nowMs - (days - 1 - i) * DAY_MS);
    const found = byDay.get(day);
    return {
      day,
      percent: found === undefined ? null : uptimePercent(found.observedSeconds, found.downSeconds),
      down_minutes: Math.round((found?.downSeconds ?? 0) / 60),
    };
  });
  const counted = shown.flatMap(({ day }) => byDay.get(day) ?? []);
  const sum = (pick: (day: KnownDay) => number) => counted.reduce((all, day) => all + pick(day), 0);
  return {
    percent: uptimePercent(
      sum(({ observedSeconds }) => observedSeconds),
      sum(({ downSeconds }) => downSeconds),
    ),
    days: shown,
  };
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Rounded down: any minute of downtime keeps it below 100 %. */
export function uptimePercent(observed: number, down: number): number | null {
  if (observed <= 0) return null;
  return Math.floor(((observed - Math.min(down, observed)) / observed) * 100_000) / 1_000;
}
