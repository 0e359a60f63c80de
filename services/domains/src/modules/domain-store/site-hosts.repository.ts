import { Injectable } from '@nestjs/common';
import { type DomainId, queryRows } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import type { Domain } from './domain.entity.ts';
import { hostTaken, verifiedElsewhere } from './domain.errors.ts';

interface TakenRow {
  host: string;
  domain_id: DomainId;
  domain_name: string;
  owner_id: string;
}

/** Which site serves a name: at most one verified domain. */
@Injectable()
export class SiteHostsRepository {
  /** Names that the site is served for, the domain itself first. */
  async ofSite(manager: EntityManager, domainId: DomainId): Promise<string[]> {
    const rows: { host: string }[] = await manager.query(
      `SELECT h.host FROM site_hosts h JOIN domains d ON d.id = h.domain_id
       WHERE h.domain_id = $1 ORDER BY h.host <> d.domain_name, h.host`,
      [domainId],
    );
    return rows.map((row) => row.host);
  }

  /** Releases all names of a site but these. */
  async keepOnly(manager: EntityManager, domainId: DomainId, hosts: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM site_hosts WHERE domain_id = $1 AND host <> ALL ($2)', [
      domainId,
      hosts,
    ]);
  }

  /**
   * Takes the names of a verified site. The domain itself must be free. Further names that another site serves already
   * are passed over when they were only implied (`www` of an apex), and refused when the owner asked for them.
   *
   * A name that the same owner's other site covers moves here if this domain *is* that name (somebody who has
   * example.com adds www.example.com to give it a configuration of its own).
   *
   * @returns ids of the owner's other domains that lost a name
   * @throws DomainError `domain_taken`, `host_taken`
   */
  async take(manager: EntityManager, domain: Domain, others: 'pass over' | 'refuse'): Promise<DomainId[]> {
    await this.keepOnly(manager, domain.id, domain.hosts);
    const moved = await this.moveFromOwnSites(manager, domain);
    // In a fixed order, so that overlapping changes wait for each other instead of deadlocking.
    await manager.query(
      `INSERT INTO site_hosts (host, domain_id) SELECT host, $1 FROM unnest($2::text[]) AS host ORDER BY host
       ON CONFLICT (host) DO NOTHING`,
      [domain.id, domain.hosts],
    );
    const taken: TakenRow[] = await manager.query(
      `SELECT h.host, h.domain_id, d.domain_name, d.owner_id FROM site_hosts h JOIN domains d ON d.id = h.domain_id
       WHERE h.host = ANY ($1) AND h.domain_id <> $2`,
      [domain.hosts, domain.id],
    );
    if (taken.some((row) => row.host === domain.domainName)) throw verifiedElsewhere(domain.domainName);
    const first = taken[0];
    if (first !== undefined && others === 'refuse') throw hostTaken(first.host);
    return moved;
  }

  /**
   * An account that has verified a name owns all names below it: the owner of a domain above cannot list them.
   * @throws DomainError `host_taken`
   */
  async refuseBelowOthers(manager: EntityManager, domain: Domain): Promise<void> {
    const [first] = await this.belowOthers(manager, domain);
    if (first !== undefined) throw hostTaken(first);
  }

  /** The domain's hosts that equal, or are below, another account's verified domain. */
  async belowOthers(manager: EntityManager, domain: Domain): Promise<string[]> {
    const rows: { host: string }[] = await manager.query(
      `SELECT DISTINCT host FROM unnest($1::text[]) AS host
       JOIN domains d ON d.domain_name = ANY ($3) AND d.dns_verified AND d.owner_id <> $2
         AND (host = d.domain_name OR right(host, length(d.domain_name) + 1) = '.' || d.domain_name)`,
      [domain.hosts, domain.ownerId, namesBelow(domain)],
    );
    return rows.map(({ host }) => host);
  }

  private async moveFromOwnSites(manager: EntityManager, domain: Domain): Promise<DomainId[]> {
    const rows = await queryRows<{ domain_id: DomainId }>(
      manager,
      `DELETE FROM site_hosts h USING domains d
       WHERE h.host = $1 AND d.id = h.domain_id AND d.owner_id = $2 AND d.domain_name <> h.host AND d.id <> $3
       RETURNING h.domain_id`,
      [domain.domainName, domain.ownerId, domain.id],
    );
    const ids = rows.map((row) => row.domain_id);
    if (ids.length > 0) {
      await manager.query('UPDATE domains SET hosts = array_remove(hosts, $2) WHERE id = ANY ($1)', [
        ids,
        domain.domainName,
      ]);
    }
    return ids;
  }
}

/** Every name between the domain and its hosts, including the hosts. */
function namesBelow({ domainName, hosts }: Pick<Domain, 'domainName' | 'hosts'>): string[] {
  const names = new Set<string>();
  for (const host of hosts) {
    for (
      let name = host;
      name !== domainName && name.includes('.');
      name = name.slice(name.indexOf('.') + 1)
    ) {
      names.add(name);
    }
  }
  return [...names];
}
