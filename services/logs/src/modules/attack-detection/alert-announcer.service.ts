import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { OutgoingEvent } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { DataSource, type EntityManager } from 'typeorm';
import { LogStore } from '../log-store/log-store.port.ts';
import { DomainDirectoryService, type DomainSummary } from '../ownership/domain-directory.service.ts';
import { OTHER } from '../records/roll-ups.rules.ts';
import { THREAT_CODES } from '../records/threats.rules.ts';
import { topThreat } from './top-threat.rules.ts';

const BATCH_SIZE = 100;
const MAX_ADDRESSES = 3;

const UNTOLD = 'NOT a.begin_told OR (NOT a.end_told AND a.until IS NOT NULL)';

interface AlertRow {
  alert_id: string;
  kind: 'attack' | 'origin';
  site_no: number;
  site_id: string;
  since: Date;
  until: Date | null;
  requests: string;
  begin_told: boolean;
}

interface Attack {
  topThreat: string;
  topAddresses: string[];
}

/**
 * Publishes detected alerts. Unpublished ones are stored in the table, and an alert keeps its id, so a crash between
 * publishing and recording it causes a repeat that the mailer recognises.
 */
@Injectable()
export class AlertAnnouncerService {
  constructor(
    private readonly database: DataSource,
    private readonly directory: DomainDirectoryService,
    private readonly store: LogStore,
    private readonly publisher: EventPublisher,
  ) {}

  /** Publishes all unpublished alerts, as they were detected. @returns number of alerts processed */
  async announce(): Promise<number> {
    let looked = 0;
    for (let more = BATCH_SIZE; more === BATCH_SIZE; looked += more) more = await this.announceSome();
    return looked;
  }

  private async announceSome(): Promise<number> {
    // Read before the transaction, which has one connection: the log store may be another database.
    const unannounced: AlertRow[] = await this.database.query(
      `SELECT a.*, s.site_id FROM alerts a JOIN sites s USING (site_no)
       WHERE ${UNTOLD} ORDER BY a.found_at LIMIT ${BATCH_SIZE}`,
    );
    if (unannounced.length === 0) return 0;
    const attacks = await this.attacksOf(unannounced);
    return await this.database.transaction((manager) => this.tell(manager, unannounced, attacks));
  }

  /** Concurrent instances must not publish the same alerts. */
  private async tell(
    manager: EntityManager,
    unannounced: readonly AlertRow[],
    attacks: ReadonlyMap<string, Attack>,
  ): Promise<number> {
    const own: AlertRow[] = await manager.query(
      `SELECT a.*, s.site_id FROM alerts a JOIN sites s USING (site_no)
       WHERE a.alert_id = ANY($1) AND (${UNTOLD}) ORDER BY a.found_at FOR UPDATE OF a SKIP LOCKED`,
      [unannounced.map((alert) => alert.alert_id)],
    );
    if (own.length === 0) return 0;
    const domains = await this.directory.summariesOf(own.map((alert) => alert.site_id));
    const events = own.flatMap((alert) => {
      const domain = domains.get(alert.site_id);
      // A removed domain has no owner to notify.
      return domain === undefined ? [] : [eventOf(alert, domain, attacks.get(alert.alert_id))];
    });
    await this.publisher.publish(events);
    await manager.query(
      `UPDATE alerts SET end_told = end_told OR (begin_told AND until IS NOT NULL), begin_told = true
       WHERE alert_id = ANY($1)`,
      [own.map((alert) => alert.alert_id)],
    );
    return own.length;
  }

  /** The main threat, and its sources. */
  private async attacksOf(alerts: readonly AlertRow[]): Promise<Map<string, Attack>> {
    const attacks = new Map<string, Attack>();
    for (const { alert_id, kind, site_no, since } of alerts) {
      if (kind !== 'attack') continue;
      const span = { fromMs: since.getTime() };
      const threats = await this.store.facets.top([site_no], 'threat', span, THREAT_CODES);
      const addresses = await this.store.facets.top([site_no], 'address', span, 100);
      const attackers = addresses
        .filter(({ value, blocked }) => blocked > 0 && value !== OTHER)
        .sort((a, b) => b.blocked - a.blocked);
      attacks.set(alert_id, {
        topThreat: topThreat(threats),
        topAddresses: attackers.slice(0, MAX_ADDRESSES).map(({ value }) => value),
      });
    }
    return attacks;
  }
}

function eventOf(alert: AlertRow, domain: DomainSummary, attack: Attack | undefined): OutgoingEvent {
  const key = alert.site_id;
  const about = {
    alertId: alert.alert_id,
    siteId: alert.site_id,
    ownerId: domain.ownerId,
    domainName: domain.name,
    since: timestampFromDate(alert.since),
  };
  if (alert.kind === 'origin') {
    return alert.begin_told
      ? {
          type: 'logs.origin_up.v1',
          key,
          payload: { ...about, until: timestampFromDate(alert.until ?? alert.since) },
        }
      : {
          type: 'logs.origin_down.v1',
          key,
          payload: { ...about, failedRequests: BigInt(alert.requests) },
        };
  }
  return {
    type: 'logs.attack_detected.v1',
    key,
    payload: {
      ...about,
      until: timestampFromDate(alert.until ?? alert.since),
      blockedRequests: BigInt(alert.requests),
      ...attack,
    },
  };
}
