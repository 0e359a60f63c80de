import { Siren } from 'lucide-react';
import { useState } from 'react';
import type { Domain, SiteNow } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { logLink } from '../log/log-filters.ts';
import { useEntitlements } from '../plan/use-plans.ts';
import { clock } from './needs.ts';
import { useEmergency } from './use-emergency.ts';

/** Minimum share of a network worth blocking. */
const MIN_PERCENTAGE = 10;

const networksText = (count: number) => (count === 1 ? 'one network' : `${count} networks`);

interface AttackBannerProps {
  domain: Domain;
  /** Shown in a card whose headline says that the site is under attack. */
  isAnnounced?: boolean;
  attack: NonNullable<SiteNow['attack']>;
}

/** An attack that goes on: what, since when, from where, and what can be done at once. */
export default function AttackBanner({ domain, attack, isAnnounced = false }: AttackBannerProps) {
  const [asking, setAsking] = useState<'challenge' | 'block' | null>(null);
  const { allows } = useEntitlements();
  const { busy, challengeEverybody, blockNetworks } = useEmergency(domain.id);
  const networks = attack.networks.filter(({ percentage }) => percentage >= MIN_PERCENTAGE);
  const share = Math.round(networks.reduce((sum, { percentage }) => sum + percentage, 0));
  const names = networks.map(({ network }) => network);
  const confirm = () => {
    setAsking(null);
    if (asking === 'challenge') void challengeEverybody();
    else void blockNetworks(names);
  };
  return (
    <section
      aria-label={`Attack on ${domain.domain_name}`}
      className={cn(
        'grid gap-3',
        isAnnounced ? 'sm:pl-8' : 'rounded-lg border border-danger-line bg-danger-soft p-4 sm:p-5',
      )}
    >
      <div className="flex gap-3">
        {!isAnnounced && <Siren aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-text" />}
        <div className="min-w-0">
          {!isAnnounced && (
            <p className="font-[600] text-danger-text wrap-anywhere">
              Attack on {domain.domain_name} since {clock(attack.since)}
            </p>
          )}
          <p className="text-sm text-ink">
            {isAnnounced && `Since ${clock(attack.since)}: `}
            <span className="tabular font-[600]">{formatCount(attack.blocked)}</span> requests blocked, most
            as {attack.threat_type}
            {names.length > 0 && `; ${share}% from ${networksText(names.length)}`}.
          </p>
          {networks.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-x-4 text-[0.8125rem] text-ink-muted">
              {networks.map(({ network, asn_name, percentage }) => (
                <li key={network}>
                  <span className="font-mono">{network}</span>
                  {asn_name && ` ${asn_name}`} · {Math.round(percentage)}%
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <div className={cn('flex flex-wrap gap-2', !isAnnounced && 'sm:pl-8')}>
        {allows('botProtection') && (
          <Button size="sm" busy={busy === 'challenge'} onClick={() => setAsking('challenge')}>
            Challenge everybody
          </Button>
        )}
        {names.length > 0 && allows('ipManagement') && (
          <Button size="sm" variant="danger-quiet" busy={busy === 'block'} onClick={() => setAsking('block')}>
            Block {names.length === 1 ? 'the network' : `the ${names.length} networks`}
          </Button>
        )}
        <ButtonLink
          size="sm"
          variant="secondary"
          to={logLink({ domain: domain.domain_name, status: 'blocked', from: attack.since })}
        >
          Open in log
        </ButtonLink>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={
          asking === 'challenge'
            ? `Challenge everybody on ${domain.domain_name}?`
            : `Block ${networksText(names.length)} on ${domain.domain_name}?`
        }
        confirmLabel={asking === 'challenge' ? 'Challenge everybody' : 'Block'}
        confirmVariant={asking === 'challenge' ? 'primary' : 'danger'}
        onConfirm={confirm}
        onCancel={() => setAsking(null)}
      >
        {asking === 'challenge' ? (
          <>
            Browsers solve a short challenge automatically before they see the site. Programs cannot: list the
            paths they need under API paths in the policy. It stays on until you change “Who is challenged”.
          </>
        ) : (
          <>
            Nobody from {names.join(', ')} reaches the site, ordinary visitors included, until you remove{' '}
            {names.length === 1 ? 'it' : 'them'} off the list of blocked IPs.
          </>
        )}
      </ConfirmDialog>
    </section>
  );
}
