import { Inject, Injectable, Logger } from '@nestjs/common';
import { DOMAINS, type DomainsClient } from '../../connections/connections.module.ts';
import type { AuditEntry } from './audit-log.service.ts';

/** Acts on a domain: their target is its id. */
const ON_DOMAINS = /^(domain|policy)\.|^rules\.site_decided$/;

/** Names of the domains in the audit log, which itself keeps no names: what was deleted has none any more. */
@Injectable()
export class AuditedDomainsService {
  private readonly logger = new Logger(AuditedDomainsService.name);

  constructor(@Inject(DOMAINS) private readonly domains: DomainsClient) {}

  /** Domain id to name; empty while the domains service is unavailable, as the log is useful without names. */
  async namesIn(entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(
      entries.filter(({ action }) => ON_DOMAINS.test(action)).map(({ targetId }) => targetId),
    );
    if (ids.size === 0) return new Map();
    try {
      const { domains } = await this.domains.getDomains({ ids: [...ids] });
      return new Map(domains.map(({ id, domainName }) => [id, domainName]));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the domains service does not answer; the audit log is listed without names of domains',
      );
      return new Map();
    }
  }
}
