import { ArrowRight, Network, Settings2, ShieldCheck, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import {
  domainStatus,
  isUnprotected,
  UNPROTECTED,
  verificationRecord,
} from '../../entities/domain/domain-status.ts';
import { siteLink } from '../../entities/domain/site-link.ts';
import { SiteFacts } from '../../entities/site-state/site-facts.tsx';
import type { Domain, SiteNow } from '../../shared/api/types.ts';
import { formatCompact, formatDate } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DnsRecord } from './dns/dns-record.tsx';
import { OwnershipNotices } from './ownership-notices.tsx';

interface DomainCardProps {
  domain: Domain;
  /** Its traffic; undefined while loading or without any. */
  now: SiteNow | undefined;
  onOpen: (dialog: DomainDialog, domain: Domain) => void;
}

/** Dialogs of a domain: records, traffic, configuration, removal. */
export type DomainDialog = 'verify' | 'traffic' | 'configure' | 'delete';

/** There may be hundreds: each renders only when its own domain changes, and is laid out only near the viewport. */
export const DomainCard = memo(function DomainCard({ domain, now, onOpen }: DomainCardProps) {
  const status = domainStatus(domain);
  const record = verificationRecord(domain);
  const unused = domain.dns_verified && domain.is_active && domain.total_requests === 0;
  const counters = [
    { label: 'Total Requests', value: domain.total_requests, tone: '' },
    { label: 'Allowed', value: domain.allowed_requests, tone: 'text-ok-text' },
    { label: 'Blocked', value: domain.blocked_requests, tone: 'text-danger-text' },
  ];
  return (
    <Card
      as="article"
      aria-label={domain.domain_name}
      className="flex flex-col [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-5 pb-4">
        <div className="min-w-0">
          <h2 className="font-mono text-base leading-snug font-[600] tracking-[-0.02em] wrap-anywhere">
            <Link to={siteLink(domain.domain_name)} className="hover:underline">
              {domain.domain_name}
            </Link>
          </h2>
          <p className="mt-0.5 text-[0.8125rem] text-ink-faint">
            Added {formatDate(domain.created_at)} · origin{' '}
            <span className="font-mono wrap-anywhere">
              {domain.origin_protocol}://{domain.origin_host}:{domain.origin_port}
            </span>
          </p>
        </div>
        <p className="flex gap-2">
          {domain.paused && <Badge>Paused</Badge>}
          {isUnprotected(domain) && <Badge tone="warn">{UNPROTECTED}</Badge>}
          <Badge tone={status.tone}>
            <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
            {status.label}
          </Badge>
        </p>
      </div>
      <dl className="grid grid-cols-3 border-y border-line bg-sunken/50">
        {counters.map(({ label, value, tone }) => (
          <div key={label} className="px-3 py-3 first:pl-5 sm:px-5 not-first:border-l not-first:border-line">
            <dt className="truncate text-xs text-ink-muted max-sm:tracking-tight">{label}</dt>
            <dd className={`tabular text-lg font-[640] tracking-[-0.02em] ${tone}`}>
              {formatCompact(value)}
            </dd>
          </div>
        ))}
      </dl>
      {domain.dns_verified && (
        <SiteFacts domain={domain} now={now} className="border-b border-line px-5 py-3.5" />
      )}
      <OwnershipNotices domain={domain} />
      {!domain.dns_verified && domain.cname_target && (
        <div className="grid gap-2 px-5 pt-4">
          <p className="text-[0.8125rem] text-ink-muted">
            {domain.txt_reason === 'wildcard' &&
              'A wildcard record answers for every name here, so only a TXT record can prove that the domain is yours. '}
            Add this {record.type} record at your DNS provider, then verify:
          </p>
          <DnsRecord record={record} />
        </div>
      )}
      {unused && (
        <button
          type="button"
          onClick={() => onOpen('traffic', domain)}
          className="group mx-5 mt-4 flex items-center gap-3 rounded-md bg-brand-soft px-4 py-3 text-left text-[0.8125rem]"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-[600] text-brand-text">Last step: point your visitors here</span>
            <span className="text-ink-muted">No request has come through the edge yet.</span>
          </span>
          <ArrowRight
            aria-hidden="true"
            className="size-4 shrink-0 text-brand-text transition-transform group-hover:translate-x-0.5"
          />
        </button>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-2 p-5 pt-4">
        {!domain.dns_verified && (
          <Button
            size="sm"
            icon={<ShieldCheck className="size-4" />}
            onClick={() => onOpen('verify', domain)}
          >
            Verify DNS
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          icon={<Settings2 className="size-4" />}
          onClick={() => onOpen('configure', domain)}
        >
          Configure WAF
        </Button>
        {domain.dns_verified && !unused && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Network className="size-4" />}
            onClick={() => onOpen('traffic', domain)}
          >
            DNS
          </Button>
        )}
        <Button
          size="icon"
          variant="ghost"
          className="-mr-2 ml-auto text-danger-text"
          aria-label={`Delete ${domain.domain_name}`}
          icon={<Trash2 className="size-4" />}
          onClick={() => onOpen('delete', domain)}
        />
      </div>
    </Card>
  );
});
