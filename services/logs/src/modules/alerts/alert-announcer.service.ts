import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { OutgoingEvent } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { DataSource, type EntityManager } from 'typeorm';
import { OTHER } from '../ingest/roll-ups.rules.ts';
import { DomainDirectoryService, type DomainSummary } from '../ownership/domain-directory.service.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import { topThreat } from './top-threat.rules.ts';

const AT_ONCE = 100;
const MAX_ADDRESSES = 3;

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

/**
 * Publishes what the watch has found. What is untold stands in the table, and an alert keeps its id, so a crash between
 * publishing and remembering it costs a repeat that the mailer recognises.
 */
@Injectable()
export class AlertAnnouncerService {
  constructor(
    private readonly database: DataSource,
    private readonly directory: DomainDirectoryService,
    private readonly rollUps: RollUpsRepository,
    private readonly publisher: EventPublisher,
  ) {}

  /** @returns how many alerts were looked at */
  announce(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const untold: AlertRow[] = await manager.query(
        `SELECT a.*, s.site_id FROM alerts a JOIN sites s USING (site_no)
         WHERE NOT a.begin_told OR (NOT a.end_told AND a.until IS NOT NULL)
         ORDER BY a.found_at LIMIT ${AT_ONCE} FOR UPDATE OF a SKIP LOCKED`,
      );
      if (untold.length === 0) return 0;
      const domains = await this.directory.summariesOf(untold.map((alert) => alert.site_id));
      const events: OutgoingEvent[] = [];
      for (const alert of untold) {
        const domain = domains.get(alert.site_id);
        // A domain that is gone has nobody to tell.
        if (domain !== undefined) events.push(await this.eventOf(manager, alert, domain));
      }
      await this.publisher.publish(events);
      await manager.query(
        `UPDATE alerts SET end_told = end_told OR (begin_told AND until IS NOT NULL), begin_told = true
         WHERE alert_id = ANY($1)`,
        [untold.map((alert) => alert.alert_id)],
      );
      return untold.length;
    });
  }

  private async eventOf(
    manager: EntityManager,
    alert: AlertRow,
    domain: DomainSummary,
  ): Promise<OutgoingEvent> {
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
    const span = { fromMs: alert.since.getTime() };
    const threats = await this.rollUps.facet([alert.site_no], 'threat', span, 20, manager);
    const addresses = await this.rollUps.facet([alert.site_no], 'address', span, 100, manager);
    const attackers = addresses
      .filter(({ value, blocked }) => blocked > 0 && value !== OTHER)
      .sort((a, b) => b.blocked - a.blocked);
    return {
      type: 'logs.attack_detected.v1',
      key,
      payload: {
        ...about,
        until: timestampFromDate(alert.until ?? alert.since),
        blockedRequests: BigInt(alert.requests),
        topThreat: topThreat(threats),
        topAddresses: attackers.slice(0, MAX_ADDRESSES).map(({ value }) => value),
      },
    };
  }
}
