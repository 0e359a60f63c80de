import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { txtName, txtValue, verificationName } from '../domain-store/proof-names.rules.ts';
import { OwnershipRequestsService } from '../ownership/ownership-requests.service.ts';
import type { DomainView, OwnershipRequestView } from './domain.schema.ts';

/** Data about a domain from other tables. */
interface ShownRow {
  id: DomainId;
  origin_host: string;
  origin_port: number;
  origin_protocol: 'http' | 'https';
  total_requests: string;
  allowed_requests: string;
  blocked_requests: string;
  release_at: Date | null;
  mode: DomainView['mode'];
  certificate_status: NonNullable<DomainView['certificate']>['status'] | null;
  not_after: Date | null;
  names_here: string | null;
  names: string | null;
}

/** Domains for the API: with the current origin, traffic and open ownership requests. */
@Injectable()
export class DomainViewsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET'>,
    private readonly requests: OwnershipRequestsService,
  ) {}

  async view(domain: Domain): Promise<DomainView> {
    const [view] = await this.views([domain]);
    return view!;
  }

  async views(domains: readonly Domain[]): Promise<DomainView[]> {
    if (domains.length === 0) return [];
    const rows: ShownRow[] = await this.dataSource.query(
      `SELECT d.id, v.origin_config ->> 'origin_host' AS origin_host,
              (v.origin_config ->> 'origin_port')::int AS origin_port,
              v.origin_config ->> 'origin_protocol' AS origin_protocol,
              coalesce(t.total_requests, 0) AS total_requests,
              coalesce(t.allowed_requests, 0) AS allowed_requests,
              coalesce(t.blocked_requests, 0) AS blocked_requests, l.release_at,
              coalesce(v.policy_config ->> 'mode', 'On') AS mode,
              c.status AS certificate_status, c.not_after, r.names_here, r.names
       FROM domains d
       JOIN waf_config_versions v ON v.domain_id = d.id AND v.version = d.config_version
       LEFT JOIN site_totals t ON t.site_id = d.id
       LEFT JOIN ownership_lapses l ON l.domain_id = d.id
       LEFT JOIN LATERAL (
         SELECT CASE WHEN not_after <= now() AND status <> 'revoked' THEN 'expired' ELSE status END AS status, not_after
         FROM certificates WHERE domain_id = d.id
         ORDER BY coalesce(not_after > now(), false) DESC, not_after IS NOT NULL DESC, source = 'uploaded' DESC LIMIT 1
       ) AS c ON true
       LEFT JOIN LATERAL (
         SELECT count(*) FILTER (WHERE state = 'ok') AS names_here, nullif(count(*), 0) AS names
         FROM dns_records WHERE domain_id = d.id AND purpose = 'traffic'
       ) AS r ON true
       WHERE d.id = ANY ($1)`,
      [domains.map((domain) => domain.id)],
    );
    const shown = new Map(rows.map((row) => [row.id, row]));
    const requests = await this.requestsOf(domains);
    return domains.flatMap((domain) => {
      const row = shown.get(domain.id);
      return row === undefined ? [] : [this.toView(domain, row, requests.get(domain.id) ?? [])];
    });
  }

  private async requestsOf(domains: readonly Domain[]): Promise<Map<DomainId, OwnershipRequestView[]>> {
    const views = new Map<DomainId, OwnershipRequestView[]>(domains.map(({ id }) => [id, []]));
    for (const row of await this.requests.openOf(this.dataSource.manager, [...views.keys()])) {
      const view = {
        id: row.id,
        kind: row.kind,
        name: row.claimant_name,
        held_name: row.holder_name,
        ends_at: row.ends_at.toISOString(),
      };
      views.get(row.holder_id)?.push({ ...view, role: 'holder' });
      views.get(row.claimant_id)?.push({ ...view, role: 'claimant' });
    }
    return views;
  }

  private toView(domain: Domain, row: ShownRow, requests: OwnershipRequestView[]): DomainView {
    return {
      id: domain.id,
      domain_name: domain.domainName,
      hosts: domain.hosts,
      origin_host: row.origin_host,
      origin_port: row.origin_port,
      origin_protocol: row.origin_protocol,
      dns_verified: domain.dnsVerified,
      is_active: domain.isActive,
      paused: domain.pausedByOwner,
      created_at: domain.createdAt.toISOString(),
      total_requests: Number(row.total_requests),
      allowed_requests: Number(row.allowed_requests),
      blocked_requests: Number(row.blocked_requests),
      mode: row.mode,
      certificate:
        row.certificate_status === null
          ? null
          : { status: row.certificate_status, not_after: row.not_after?.toISOString() ?? null },
      dns:
        row.names === null || !domain.dnsVerified
          ? null
          : namesHere(Number(row.names_here), Number(row.names)),
      cname_target: this.config.PALISADE_CNAME_TARGET,
      verification_subdomain: verificationName(domain),
      verification_token: domain.verificationToken,
      verification_txt: { name: txtName(domain.domainName), value: txtValue(domain.verificationToken) },
      txt_reason: domain.txtReason,
      release_at: row.release_at?.toISOString() ?? null,
      ownership_requests: requests,
    };
  }
}

const namesHere = (here: number, all: number): NonNullable<DomainView['dns']> =>
  here === 0 ? 'none' : here === all ? 'all' : 'some';
