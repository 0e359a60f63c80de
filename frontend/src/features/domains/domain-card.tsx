import { Settings2, ShieldCheck, Trash2 } from 'lucide-react';
import type { Domain } from '../../shared/api/types.ts';
import { formatCompact, formatDate } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DnsRecord } from './dns-record.tsx';
import { domainStatus, verificationRecord } from './domain-status.ts';

interface DomainCardProps {
  domain: Domain;
  onVerify: () => void;
  onConfigure: () => void;
  onDelete: () => void;
}

export function DomainCard({ domain, onVerify, onConfigure, onDelete }: DomainCardProps) {
  const status = domainStatus(domain);
  const counters = [
    { label: 'Total Requests', value: domain.total_requests, tone: '' },
    { label: 'Allowed', value: domain.allowed_requests, tone: 'text-ok-text' },
    { label: 'Blocked', value: domain.blocked_requests, tone: 'text-danger-text' },
  ];
  return (
    <Card as="article" aria-label={domain.domain_name} className="flex flex-col">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-5 pb-4">
        <div className="min-w-0">
          <h2 className="truncate font-mono text-base font-[600] tracking-[-0.02em]">{domain.domain_name}</h2>
          <p className="mt-0.5 text-[0.8125rem] text-ink-faint">
            Added {formatDate(domain.created_at)} · origin{' '}
            <span className="font-mono">
              {domain.origin_protocol}://{domain.origin_host}:{domain.origin_port}
            </span>
          </p>
        </div>
        <Badge tone={status.tone}>
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          {status.label}
        </Badge>
      </div>
      <dl className="grid grid-cols-3 border-y border-line bg-sunken/50">
        {counters.map(({ label, value, tone }) => (
          <div key={label} className="px-3 py-3 sm:px-5 not-first:border-l not-first:border-line">
            <dt className="truncate text-xs text-ink-muted max-sm:tracking-tight">{label}</dt>
            <dd className={`tabular text-lg font-[640] tracking-[-0.02em] ${tone}`}>
              {formatCompact(value)}
            </dd>
          </div>
        ))}
      </dl>
      {!domain.dns_verified && domain.cname_target && (
        <div className="grid gap-2 px-5 pt-4">
          <p className="text-[0.8125rem] text-ink-muted">
            Add this CNAME record at your DNS provider, then verify:
          </p>
          <DnsRecord record={verificationRecord(domain)} />
        </div>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-2 p-5 pt-4">
        {!domain.dns_verified && (
          <Button size="sm" icon={<ShieldCheck className="size-4" />} onClick={onVerify}>
            Verify DNS
          </Button>
        )}
        <Button size="sm" variant="secondary" icon={<Settings2 className="size-4" />} onClick={onConfigure}>
          Configure WAF
        </Button>
        <Button
          size="icon"
          variant="ghost"
          className="-mr-2 ml-auto text-danger-text"
          aria-label={`Delete ${domain.domain_name}`}
          icon={<Trash2 className="size-4" />}
          onClick={onDelete}
        />
      </div>
    </Card>
  );
}
