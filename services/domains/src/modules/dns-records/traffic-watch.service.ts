import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import type { CheckResult } from '../dns/dns-checks.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';

/**
 * Minutes that a host must be missing, in two checks, before its owner is notified; records may be replaced in two
 * steps.
 */
const BELIEVED_AFTER_MINUTES = 5;

interface Watched {
  host: string;
  away_since: Date | null;
  told_at: Date | null;
  is_believed: boolean;
}

/**
 * Detects when hosts of a served site stop or resume pointing to us, and notifies once of each. Hosts that never
 * pointed to us are ignored, and unreachable DNS servers change nothing.
 */
@Injectable()
export class TrafficWatchService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: OutboxWriter,
  ) {}

  /** @returns whether a host just went missing, so that it should be checked again soon */
  async compare(domain: Domain, looks: readonly { host: string; result: CheckResult }[]): Promise<boolean> {
    if (!domain.isActive) return false;
    return await this.dataSource.transaction(async (manager) => {
      const watched = await this.lock(manager, domain);
      let isSuspicious = false;
      for (const { host, result } of looks) {
        const known = watched.get(host);
        if (result.state === 'ok') await this.isHere(manager, domain, host, known);
        else if (result.state !== 'unreachable' && known !== undefined && known.told_at === null) {
          await this.isAway(manager, domain, known, result);
          isSuspicious ||= !known.is_believed;
        }
      }
      return isSuspicious;
    });
  }

  private async lock(manager: EntityManager, { id }: Domain): Promise<Map<string, Watched>> {
    const rows: Watched[] = await manager.query(
      `SELECT host, away_since, told_at,
         coalesce(away_since <= now() - make_interval(mins => ${BELIEVED_AFTER_MINUTES}), false) AS is_believed
       FROM traffic_watch WHERE domain_id = $1 FOR UPDATE`,
      [id],
    );
    return new Map(rows.map((row) => [row.host, row]));
  }

  private async isHere(
    manager: EntityManager,
    domain: Domain,
    host: string,
    known: Watched | undefined,
  ): Promise<void> {
    if (known === undefined) {
      // A domain removed meanwhile is not watched.
      await manager.query(
        `INSERT INTO traffic_watch (domain_id, host) SELECT id, $2 FROM domains WHERE id = $1 FOR SHARE
         ON CONFLICT DO NOTHING`,
        [domain.id, host],
      );
      return;
    }
    if (known.away_since === null) return;
    await manager.query(
      'UPDATE traffic_watch SET away_since = NULL, told_at = NULL WHERE domain_id = $1 AND host = $2',
      [domain.id, host],
    );
    if (known.told_at === null) return;
    await this.outbox.add(manager, 'domains.traffic_returned.v1', domain.id, {
      ...payloadOf(domain, host),
      since: timestampFromDate(known.away_since),
    });
  }

  private async isAway(
    manager: EntityManager,
    domain: Domain,
    known: Watched,
    result: CheckResult,
  ): Promise<void> {
    if (known.away_since !== null && !known.is_believed) return;
    const column = known.away_since === null ? 'away_since' : 'told_at';
    await manager.query(`UPDATE traffic_watch SET ${column} = now() WHERE domain_id = $1 AND host = $2`, [
      domain.id,
      known.host,
    ]);
    if (known.away_since === null) return;
    await this.outbox.add(manager, 'domains.traffic_lost.v1', domain.id, {
      ...payloadOf(domain, known.host),
      found: result.found[0] ?? '',
      since: timestampFromDate(known.away_since),
    });
  }
}

const payloadOf = (domain: Domain, host: string) => ({
  domainId: domain.id,
  ownerId: domain.ownerId,
  domainName: domain.domainName,
  host,
});
