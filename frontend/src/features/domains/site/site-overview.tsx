import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useUpdateDomainMutation } from '../../../entities/domain/domains-api.ts';
import { paths } from '../../../entities/page/paths.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { formatCompact, formatDate } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button, ButtonLink } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

/** How a site does, and what can be done with the whole of it. */
export function SiteOverview({ domain }: { domain: Domain }) {
  const [update, { isLoading }] = useUpdateDomainMutation();
  const [asking, setAsking] = useState(false);
  const change = (is_active: boolean) =>
    attempt(update({ id: domain.id, domainUpdate: { is_active } }).unwrap(), {
      success: is_active
        ? `${domain.domain_name} is served again`
        : `${domain.domain_name} is paused: the edge does not answer for it`,
      failure: is_active ? 'Failed to resume the site' : 'Failed to pause the site',
    });
  const facts = [
    ['Total requests', formatCompact(domain.total_requests)],
    ['Allowed', formatCompact(domain.allowed_requests)],
    ['Blocked', formatCompact(domain.blocked_requests)],
    ['Origin', `${domain.origin_protocol}://${domain.origin_host}:${domain.origin_port}`],
    ['Added', formatDate(domain.created_at)],
  ] as const;
  const only = `?domain=${encodeURIComponent(domain.domain_name)}`;
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="tabular text-lg font-[640] wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="secondary" size="sm" to={`${paths.logs}${only}`}>
          See its log
        </ButtonLink>
        <ButtonLink variant="secondary" size="sm" to={`${paths.analytics}${only}`}>
          See its traffic
        </ButtonLink>
        {domain.dns_verified && (
          <Button
            variant={domain.paused ? 'primary' : 'danger-quiet'}
            size="sm"
            busy={isLoading}
            icon={domain.paused ? <Play className="size-4" /> : <Pause className="size-4" />}
            onClick={() => (domain.paused ? change(true) : setAsking(true))}
          >
            {domain.paused ? 'Resume this site' : 'Pause this site'}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={`Pause ${domain.domain_name}?`}
        confirmLabel="Pause"
        onConfirm={() => {
          setAsking(false);
          change(false);
        }}
        onCancel={() => setAsking(false)}
      >
        The edge stops answering for this site until you resume it. Its configuration and logs stay. Point its
        DNS elsewhere first, or visitors will see an error.
      </ConfirmDialog>
    </div>
  );
}
