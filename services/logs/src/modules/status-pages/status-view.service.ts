import { Injectable } from '@nestjs/common';
import { DAY_MS } from '@palisade/basics';
import { STATUS_DAYS } from '../records/kept.rules.ts';
import { UptimeRepository } from '../roll-ups/uptime.repository.ts';
import {
  dayOf,
  type KnownDay,
  outageView,
  type PostedUpdate,
  pageState,
  uptimeOf,
  writtenView,
} from './standing.rules.ts';
import { type PageRow, StatusPageRepository } from './status-page.repository.ts';
import type { IncidentView, PublicStatus } from './status-page.schema.ts';

/** Days that may not have been summed yet: today, and yesterday for some hours. */
const OPEN_DAYS = 2;

/** Content of a page: uptime figures, and the owner's texts. No addresses, names or numbers of requests. */
@Injectable()
export class StatusViewService {
  constructor(
    private readonly pages: StatusPageRepository,
    private readonly uptimes: UptimeRepository,
  ) {}

  async of(page: PageRow, nowMs: number): Promise<PublicStatus> {
    const [incidents, known] = await Promise.all([
      this.incidents(page, nowMs),
      page.shows_uptime ? this.days(page.site_no, nowMs) : null,
    ]);
    const changes = incidents.flatMap(({ begins_at, ends_at, updates }) =>
      [begins_at, ends_at, updates[0]?.said_at].flatMap((at) => (at == null ? [] : [Date.parse(at)])),
    );
    const updatedMs = Math.max(page.updated_at.getTime(), ...changes.filter((ms) => ms <= nowMs));
    return {
      name: page.name,
      note: page.note,
      state: pageState(incidents),
      uptime: known && uptimeOf(known, nowMs, STATUS_DAYS),
      incidents,
      updated_at: new Date(updatedMs).toISOString(),
    };
  }

  private async incidents(page: PageRow, nowMs: number): Promise<IncidentView[]> {
    const [{ incidents, updates }, outages] = await Promise.all([
      this.pages.written(page.site_no),
      page.shows_outages ? this.pages.outages(page.site_no) : [],
    ]);
    const said = Map.groupBy(updates, ({ incident_id }: PostedUpdate) => incident_id);
    return [
      ...incidents.map((incident) => writtenView(incident, said.get(incident.incident_id) ?? [], nowMs)),
      ...outages.map(outageView),
    ].sort((a, b) => Date.parse(b.begins_at) - Date.parse(a.begins_at));
  }

  private async days(siteNo: number, nowMs: number): Promise<KnownDay[]> {
    const known = await this.pages.knownDays(siteNo);
    const summed = new Set(known.map(({ day }) => day));
    const today = nowMs - (nowMs % DAY_MS);
    const open = Array.from({ length: OPEN_DAYS }, (_, i) => today - i * DAY_MS).filter(
      (fromMs) => !summed.has(dayOf(fromMs)),
    );
    const measured = await Promise.all(
      open.map(async (fromMs) => {
        const [uptime] = await this.uptimes.within([siteNo], fromMs, Math.min(nowMs, fromMs + DAY_MS));
        return uptime === undefined ? [] : [summedDay(dayOf(fromMs), uptime)];
      }),
    );
    return [...known, ...measured.flat()];
  }
}

/** Seconds of an outage are rounded up: a known one is never zero. */
export const summedDay = (
  day: string,
  { observedMs, downMs }: { observedMs: number; downMs: number },
): KnownDay => ({
  day,
  observedSeconds: Math.ceil(observedMs / 1_000),
  downSeconds: Math.ceil(downMs / 1_000),
});
