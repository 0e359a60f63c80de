import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import type { UserId } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { type AttackerCount, LogStore, type RefusedCaller } from '../log-store/log-store.port.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { threatName } from '../records/threats.rules.ts';
import { percentage } from '../roll-ups/percentages.rules.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import { attackSpan } from './attack-span.rules.ts';
import { AttackStatusRepository, type Sums } from './attack-status.repository.ts';
import type { DashboardNow, SiteNow } from './attack-status.schema.ts';
import { busiestNetworks } from './networks.rules.ts';
import { MIN_ALLOWED, suspicions } from './suspicion.rules.ts';

const DAYS_COMPARED = 7;
const SHOWN_MINUTES = 60;
const MAX_NETWORKS = 3;
/**
 * Attacks on this many sites at once are described in full; further ones are listed as sites with many blocked
 * requests.
 */
const MAX_ATTACKS = 10;

/** The newest requests tell where an attack comes from. */
const MAX_EXAMINED_REQUESTS = 5_000;
/** Maximum refusals examined for false positives, over all sites and per site. */
const MAX_REFUSALS = 20_000;
const MAX_REFUSALS_OF_SITE = 500;
const MIN_REFUSALS_OF_SITE = 20;

/** The overview's current state. */
@Injectable()
export class AttackStatusService {
  constructor(
    private readonly owned: OwnedSitesService,
    private readonly now: AttackStatusRepository,
    private readonly rollUps: RollUpsRepository,
    private readonly store: LogStore,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_ATTACK_REQUESTS'>,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async of(userId: UserId, domain: string | null, nowMs = Date.now()): Promise<DashboardNow> {
    const sites = await this.owned.sitesOf(userId, domain);
    const { numbers } = sites;
    const fromMs = nowMs - (nowMs % MINUTE_MS) - (SHOWN_MINUTES - 1) * MINUTE_MS;
    const [minutes, usual, days, attacks, origins, refused] = await Promise.all([
      this.now.minutes(numbers, fromMs),
      this.usual(numbers, fromMs, nowMs),
      this.now.day(numbers, nowMs),
      this.attacks(numbers, nowMs),
      this.now.origins(numbers, nowMs),
      this.refusedCallers(numbers, nowMs),
    ]);
    const dayOf = new Map(days.map((day) => [day.siteNo, day]));
    const originOf = new Map(origins.map((origin) => [origin.siteNo, origin]));
    const suspected = suspicions(refused);
    const byTime = new Map(minutes.map((minute) => [minute.timeMs, minute]));
    return {
      as_of: iso(nowMs),
      hour: {
        requests: minutes.reduce((sum, { requests }) => sum + requests, 0),
        blocked: minutes.reduce((sum, { blocked }) => sum + blocked, 0),
        failed: minutes.reduce((sum, { failed }) => sum + failed, 0),
      },
      usual,
      minutes: Array.from({ length: SHOWN_MINUTES }, (_, index) => {
        const timeMs = fromMs + index * MINUTE_MS;
        const { requests = 0, blocked = 0, failed = 0 } = byTime.get(timeMs) ?? {};
        return { time: iso(timeMs), requests, blocked, failed };
      }),
      sites: numbers.map((siteNo) => {
        const day = dayOf.get(siteNo);
        const origin = originOf.get(siteNo);
        const suspicion = suspected.get(siteNo);
        return {
          id: sites.idOf(siteNo),
          domain_name: sites.nameOf(siteNo),
          day: { requests: day?.requests ?? 0, blocked: day?.blocked ?? 0 },
          last_blocked_at: isoOrNull(day?.lastBlockedMs),
          attack: attacks.get(siteNo) ?? null,
          origin: origin
            ? { asked: origin.asked, failed: origin.failed, down_since: isoOrNull(origin.downSinceMs) }
            : null,
          suspected: suspicion
            ? {
                path: suspicion.path,
                threat_type: threatName(suspicion.threat),
                requests: suspicion.requests,
                addresses: suspicion.addresses,
              }
            : null,
        };
      }),
    };
  }

  /** The same minutes of the preceding days: the mean of those that the traffic reaches back to. */
  private async usual(siteNos: readonly number[], fromMs: number, nowMs: number): Promise<Sums | null> {
    const days = await Promise.all(
      Array.from({ length: DAYS_COMPARED }, (_, index) =>
        this.rollUps.trafficBefore(siteNos, fromMs, (index + 1) * DAY_MS, nowMs - fromMs),
      ),
    );
    const known = days.filter((day) => day !== null);
    if (known.length === 0) return null;
    const mean = (property: keyof Sums) =>
      Math.round(known.reduce((sum, day) => sum + day[property], 0) / known.length);
    return { requests: mean('requests'), blocked: mean('blocked') };
  }

  private async attacks(
    siteNos: readonly number[],
    nowMs: number,
  ): Promise<Map<number, NonNullable<SiteNow['attack']>>> {
    const threshold = this.config.PALISADE_LOGS_ATTACK_REQUESTS;
    const attacked = await this.now.attacked(siteNos, nowMs, threshold);
    const attacks = await Promise.all(
      attacked.slice(0, MAX_ATTACKS).map(async (siteNo) => {
        const span = attackSpan(await this.now.blockedMinutes(siteNo, nowMs), threshold);
        if (span === null) return null;
        const { counts, threat } = await this.attackers(siteNo, span.sinceMs);
        const networks = busiestNetworks(counts, MAX_NETWORKS).map(({ network, asnName, share }) => ({
          network,
          asn_name: asnName,
          percentage: percentage(share, 1),
        }));
        const attack = {
          since: iso(span.sinceMs),
          blocked: span.blocked,
          threat_type: threatName(threat),
          networks,
        };
        return [siteNo, attack] as const;
      }),
    );
    return new Map(attacks.filter((attack) => attack !== null));
  }

  /** Clients whose requests were blocked, and the most frequent threat; of the newest MAX_EXAMINED_REQUESTS. */
  private async attackers(
    siteNo: number,
    sinceMs: number,
  ): Promise<{ counts: AttackerCount[]; threat: number }> {
    const counts = await this.store.aggregates.attackers({ siteNo, sinceMs, limit: MAX_EXAMINED_REQUESTS });
    const threats = new Map<number, number>();
    for (const { threat, requests } of counts) threats.set(threat, (threats.get(threat) ?? 0) + requests);
    return { counts, threat: [...threats].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0 };
  }

  /** Clients refused by rules in the last 24 hours, and their other requests to that site, where somebody uses it. */
  private refusedCallers(siteNos: readonly number[], nowMs: number): Promise<RefusedCaller[]> {
    const share = Math.floor(MAX_REFUSALS / Math.max(1, siteNos.length));
    const ofEachSite = Math.max(MIN_REFUSALS_OF_SITE, Math.min(MAX_REFUSALS_OF_SITE, share));
    return this.store.aggregates.refusedCallers(siteNos, nowMs - DAY_MS, ofEachSite, MIN_ALLOWED);
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : iso(ms));
