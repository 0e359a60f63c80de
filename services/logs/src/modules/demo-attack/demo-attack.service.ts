import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import type { LogRow } from '../log-store/log-row.types.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { DemoAllowance } from './demo-allowance.ts';
import { type DemoAttack, type DemoVerdict, MAX_PAYLOAD_LENGTH } from './demo-attack.schema.ts';
import { askEdge, type DemoSite } from './demo-edge.ts';
import { demoRequestOf, shownRequest } from './demo-request.rules.ts';

/** Records arrive within seconds; nobody should wait longer than this. */
const LOGGED_WITHIN_MS = 8_000;
const POLL_INTERVAL_MS = 250;

/** Lets strangers attack the demo site through its edge, and shows them the log's entry. */
@Injectable()
export class DemoAttackService {
  private readonly site: DemoSite | null;
  private readonly allowance = new DemoAllowance();

  constructor(
    @Inject(LOGS_CONFIG) config: LogsConfig,
    @Inject(DOMAINS_CLIENT) private readonly domains: DomainsClient,
    private readonly sites: SitesRepository,
    private readonly store: LogStore,
  ) {
    const { PALISADE_LOGS_DEMO_HOST: host, PALISADE_LOGS_DEMO_EDGE: edge } = config;
    this.site = host && edge ? { host, edge: new URL(edge) } : null;
  }

  target() {
    return { host: this.site?.host ?? null, max_payload_length: MAX_PAYLOAD_LENGTH };
  }

  /** @throws DomainError `no_demo_site`, `demo_busy`, `demo_edge_failed`, `service_unavailable` */
  async attack(attack: DemoAttack): Promise<DemoVerdict> {
    const { site } = this;
    if (site === null)
      throw new DomainError('not_found', 'no_demo_site', 'This installation has no demo site');
    return await this.allowance.take(Date.now(), async () => {
      const request = demoRequestOf(attack);
      const { status, requestId } = await askEdge(site, request);
      const row = await this.logged(site.host, requestId);
      return {
        request_id: requestId,
        request: shownRequest(request),
        http_status: status,
        logged: row && verdictOf(row, site.host),
      };
    });
  }

  /** Another instance may store the record, so the database is queried. `null`: it did not arrive in time. */
  private async logged(host: string, requestId: string): Promise<LogRow | null> {
    const until = Date.now() + LOGGED_WITHIN_MS;
    const siteId = await this.siteIdOf(host);
    if (siteId === null) return null;
    for (;;) {
      const siteNo = (await this.sites.find([siteId])).get(siteId);
      const row = siteNo === undefined ? null : await this.store.records.byRequestId([siteNo], requestId);
      if (row !== null || Date.now() >= until) return row;
      await pause(POLL_INTERVAL_MS);
    }
  }

  private async siteIdOf(host: string): Promise<string | null> {
    const { domains } = await this.domains.getDomains({ names: [host] });
    return domains.find(({ dnsVerified }) => dnsVerified)?.id ?? null;
  }
}

/** The parts of the log entry about the attack, without the client's address. */
function verdictOf(row: LogRow, host: string): DemoVerdict['logged'] {
  const { status, action, threat_type, inbound_score, matches } = toLogEntry(row, host);
  return {
    status,
    action,
    threat_type,
    score: inbound_score,
    rules: matches.map(({ rule_id, message, severity, score, explanation }) => ({
      rule_id,
      message,
      severity,
      score,
      explanation,
    })),
  };
}
