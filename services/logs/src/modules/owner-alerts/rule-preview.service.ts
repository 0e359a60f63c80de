import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@palisade/basics';
import type { UserId } from '@palisade/nest-kit';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { MINUTES_KEPT_MS } from '../records/roll-ups.rules.ts';
import type { PreviewInput, PreviewView } from './alert-rule.schema.ts';
import { checkedFilter } from './alert-rules.service.ts';
import type { Condition, ReadFilter } from './condition.schema.ts';
import { inUnit, isRolledUp, MeasureRepository, rolledUp, WEEKS_BEFORE } from './measure.repository.ts';
import { judge } from './measured.rules.ts';
import { PastTraffic, usualBefore } from './past-traffic.rules.ts';
import { type RuleMoment, step } from './rule-state.rules.ts';

const PREVIEW_MS = 7 * DAY_MS;
const WEEKS_MS = WEEKS_BEFORE * 7 * DAY_MS;
const MAX_FIRED = 50;

interface Past {
  traffic: PastTraffic;
  /** For the usual value, which reaches further back. */
  hours: PastTraffic;
  knownFromMs: number;
  fromMs: number;
  toMs: number;
  stepMs: number;
}

/** Simulates a rule: the same evaluation and the same steps, over past roll-ups. */
@Injectable()
export class RulePreviewService {
  constructor(
    private readonly sites: OwnedSitesService,
    private readonly measures: MeasureRepository,
  ) {}

  /** @throws DomainError `alert_filter_invalid`, `alert_usual_unknown`, `alert_reads_too_much`, `domain_not_found` */
  async of(ownerId: UserId, { domain, condition }: PreviewInput, now = new Date()): Promise<PreviewView> {
    const filter = checkedFilter(condition);
    const { numbers } = await this.sites.sitesOf(ownerId, domain);
    const measured = await this.measures.measure(numbers, condition, filter, now.getTime());
    const verdict = judge(condition, measured);
    const present = { value: measured.value, limit: verdict?.limit ?? null };
    if (!isRolledUp(condition, filter)) return { ...present, from: null, fired: [] };
    const past = await this.past(numbers, condition, now.getTime());
    return {
      ...present,
      from: new Date(past.fromMs).toISOString(),
      fired: firings(condition, filter, past),
    };
  }

  /** Short windows are evaluated by the minute, which is kept for some days; long ones by the hour. */
  private async past(siteNos: readonly number[], condition: Condition, nowMs: number): Promise<Past> {
    const windowMs = condition.window_minutes * MINUTE_MS;
    const byMinute = windowMs < HOUR_MS;
    const stepMs = byMinute ? MINUTE_MS : HOUR_MS;
    const toMs = Math.floor(nowMs / stepMs) * stepMs;
    const firstMs = toMs - (byMinute ? MINUTES_KEPT_MS : PREVIEW_MS + windowMs);
    const hoursFromMs = Math.floor((firstMs - WEEKS_MS) / HOUR_MS) * HOUR_MS;
    const hours = await this.measures.steps(siteNos, 'hours', hoursFromMs, nowMs);
    const steps = byMinute ? await this.measures.steps(siteNos, 'minutes', firstMs, toMs) : hours;
    const knownFromMs = Math.min(...hours.map(({ timeMs }) => timeMs), nowMs);
    return {
      traffic: new PastTraffic(steps, firstMs, toMs, stepMs),
      hours: new PastTraffic(hours, hoursFromMs, nowMs, HOUR_MS),
      knownFromMs,
      // A site has no past before its first traffic.
      fromMs: Math.max(firstMs + windowMs, Math.floor(knownFromMs / stepMs) * stepMs),
      toMs,
      stepMs,
    };
  }
}

function firings(condition: Condition, filter: ReadFilter, past: Past): PreviewView['fired'] {
  const windowMs = condition.window_minutes * MINUTE_MS;
  const fired: PreviewView['fired'] = [];
  let moment: RuleMoment = { state: 'ok', sinceMs: past.fromMs };
  for (let atMs = past.fromMs; atMs <= past.toMs && fired.length < MAX_FIRED; atMs += past.stepMs) {
    const span = { fromMs: atMs - windowMs, toMs: atMs };
    const traffic = past.traffic.between(span.fromMs, span.toMs);
    const usual =
      condition.compare === 'usual' ? usualBefore(past.hours, span, WEEKS_BEFORE, past.knownFromMs) : null;
    const verdict = judge(condition, {
      value: inUnit(condition, rolledUp(traffic, filter.status), traffic.requests),
      requests: traffic.requests,
      usual: usual && inUnit(condition, rolledUp(usual, filter.status), usual.requests),
      detail: '',
    });
    const next = step(moment, verdict?.holds ?? false, atMs, condition.hold_minutes * MINUTE_MS);
    if (next.event === 'fired') fired.push({ at: new Date(atMs).toISOString(), until: null });
    else if (next.event === 'resolved') fired.at(-1)!.until = new Date(atMs).toISOString();
    moment = next;
  }
  return fired;
}
