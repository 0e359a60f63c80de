import { BadgeCheck, type LucideIcon, Network, Server, ShieldBan, ShieldHalf } from 'lucide-react';
import type { Domain, SiteNow } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatCount, formatDate, formatPercent, formatRelative } from '../../shared/lib/format.ts';

type Tone = 'plain' | 'ok' | 'warn' | 'danger';
interface Fact {
  label: string;
  Icon: LucideIcon;
  value: string;
  tone: Tone;
}

const MODES: Record<Domain['mode'], [string, Tone]> = {
  On: ['Blocking', 'ok'],
  DetectionOnly: ['Log only', 'warn'],
  Off: ['Rules off', 'danger'],
};
const DNS: Record<NonNullable<Domain['dns']>, [string, Tone]> = {
  all: ['Points here', 'ok'],
  some: ['Points here in part', 'warn'],
  none: ['Does not point here', 'warn'],
};

function certificate({ certificate: held }: Domain): [string, Tone] {
  if (!held) return ['None yet', 'plain'];
  const until = held.not_after === null ? '' : ` until ${formatDate(held.not_after)}`;
  switch (held.status) {
    case 'active':
    case 'renewing':
      return [`Valid${until}`, 'ok'];
    case 'pending':
      return ['Being obtained', 'plain'];
    case 'failed':
      return ['Not obtained', 'warn'];
    case 'expired':
      return ['Expired', 'danger'];
    case 'revoked':
      return ['Revoked', 'danger'];
  }
}

function origin(now: SiteNow | undefined): [string, Tone] {
  if (!now?.origin) return ['No requests lately', 'plain'];
  const { asked, failed, down_since } = now.origin;
  if (down_since) return ['Does not answer', 'danger'];
  return failed > 0 ? [`${formatPercent((100 * failed) / asked)} fail`, 'warn'] : ['Answers', 'ok'];
}

function blocked(now: SiteNow | undefined): [string, Tone] {
  if (now?.attack) return ['Under attack', 'danger'];
  if (!now || now.day.requests === 0) return ['No requests today', 'plain'];
  const share = formatPercent((100 * now.day.blocked) / now.day.requests);
  const last =
    now.last_blocked_at === null ? '' : `, last ${formatRelative(now.last_blocked_at).toLowerCase()}`;
  return [`${formatCount(now.day.blocked)} (${share})${last}`, 'plain'];
}

/** The state of a site at a glance. @param now what its traffic says; undefined while it is on its way or without any */
function factsOf(domain: Domain, now: SiteNow | undefined): Fact[] {
  const fact = (label: string, Icon: LucideIcon, [value, tone]: [string, Tone]): Fact => ({
    label,
    Icon,
    value,
    tone,
  });
  return [
    fact('Mode', ShieldHalf, MODES[domain.mode ?? 'On']),
    fact('Blocked in 24 hours', ShieldBan, blocked(now)),
    fact('Origin', Server, origin(now)),
    fact('Certificate', BadgeCheck, certificate(domain)),
    fact('DNS', Network, domain.dns ? DNS[domain.dns] : ['Not checked yet', 'plain']),
  ];
}

const tones: Record<Tone, string> = {
  plain: 'text-ink-muted',
  ok: 'text-ok-text',
  warn: 'text-warn-text',
  danger: 'text-danger-text',
};

/** The same in the list of domains and at the beginning of a site's place. */
export function SiteFacts({
  domain,
  now,
  className,
}: {
  domain: Domain;
  now: SiteNow | undefined;
  className?: string;
}) {
  return (
    <dl className={cn('grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-3', className)}>
      {factsOf(domain, now).map(({ label, Icon, value, tone }) => (
        <div key={label} className="min-w-0">
          <dt className="flex items-center gap-1.5 text-xs text-ink-muted">
            <Icon aria-hidden="true" className={cn('size-3.5 shrink-0', tones[tone])} />
            {label}
          </dt>
          <dd
            className={cn(
              'text-[0.8125rem] font-[560] wrap-anywhere',
              tone === 'plain' || tone === 'ok' ? 'text-ink' : tones[tone],
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
