import { CircleAlert, CircleCheck, CircleDot, Siren, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useGetMySubscriptionQuery } from '../../entities/plan/billing-api.ts';
import { CARD_TONES } from '../../entities/site-state/card-tones.ts';
import { allNeeds, headlineOf, hourText } from '../../entities/site-state/headline.ts';
import { HourBars } from '../../entities/site-state/hour-bars.tsx';
import { quotaNeed } from '../../entities/site-state/needs.ts';
import { useNowQuery } from '../../entities/site-state/now-api.ts';
import type { Domain } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** Only for whose sites need a hand. */
const NeedList = lazy(async () => ({ default: (await import('./later.ts')).NeedList }));
/** Only for who is attacked. */
const AttackBanner = lazy(() => import('../../entities/site-state/attack-banner.tsx'));

/** With more sites than this the list of domains is the better place. */
const MAX_NEEDS = 5;

const looks = {
  ok: { Icon: CircleCheck, style: 'text-ok-text', card: '' },
  info: { Icon: CircleDot, style: 'text-info-text', card: '' },
  warn: { Icon: TriangleAlert, style: 'text-warn-text', card: CARD_TONES.warn },
  danger: { Icon: CircleAlert, style: 'text-danger-text', card: CARD_TONES.danger },
} as const;

/** What goes on this minute, in one sentence; then what can be done about it. */
export function NowCard({
  domains,
  domain,
  live,
}: {
  domains: readonly Domain[];
  domain: string;
  /** Whether what goes on comes by itself; undefined: that is not decided yet. */
  live: boolean | undefined;
}) {
  const { data: now, error, refetch, fulfilledTimeStamp } = useNowQuery(domain || null, { live });
  const { data: subscription } = useGetMySubscriptionQuery();
  const shown = domain ? domains.filter(({ domain_name }) => domain_name === domain) : domains;
  if (!now)
    return (
      <Card className="mb-5 p-5">
        {error ? (
          <ErrorState message={messageOf(error, 'Failed to load the last hour')} onRetry={refetch} />
        ) : (
          <div role="status" aria-label="Loading the last hour" className="grid grid-cols-1 gap-2">
            <Skeleton className="h-7 w-72 max-w-full" />
            <Skeleton className="h-5 w-96 max-w-full" />
          </div>
        )}
      </Card>
    );
  const quota = subscription ? quotaNeed(subscription.bandwidth) : null;
  const needs = [
    ...allNeeds(shown, now, fulfilledTimeStamp ?? 0),
    ...(quota ? [{ ...quota, domain: null }] : []),
  ];
  const { tone, sentence, need } = headlineOf(now, shown, needs);
  const others = needs.filter((one) => one !== need);
  const { Icon: Usual, style, card } = looks[tone];
  const byId = new Map(shown.map((one) => [one.id, one]));
  const attacks = now.sites.flatMap(({ id, attack }) => {
    const attacked = byId.get(id);
    return attack && attacked ? [{ attack, domain: attacked }] : [];
  });
  const Icon = attacks.length > 0 ? Siren : Usual;
  const waiting = now.hour.requests === 0 && shown.every(({ total_requests }) => total_requests === 0);
  return (
    <div className="mb-5 grid gap-4">
      <Card className={cn('grid gap-4 p-4 sm:p-5', card)} aria-label="Now">
        <div className="grid items-center gap-x-8 gap-y-3 md:grid-cols-[minmax(0,1fr)_15rem]">
          <div className="flex min-w-0 gap-3">
            <Icon aria-hidden="true" className={cn('mt-1 size-5 shrink-0', style)} />
            <div className="min-w-0">
              {/* Read out when it changes; the figures below change all the time. */}
              <p role="status" className="text-lg leading-7 font-[640] tracking-[-0.015em] wrap-anywhere">
                {sentence}
              </p>
              <p className="text-sm text-ink-muted">
                {waiting ? 'No traffic has come through the edge yet.' : hourText(now)}
              </p>
              {need && (
                <ButtonLink size="sm" className="mt-3" to={need.action.to}>
                  {need.action.label}
                </ButtonLink>
              )}
            </div>
          </div>
          {!waiting && <HourBars minutes={now.minutes} />}
        </div>
        {/* One attack is told with the sentence about it, several each by itself. */}
        {attacks.length === 1 && (
          <Suspense>
            {attacks.map((one) => (
              <AttackBanner key={one.domain.id} isAnnounced {...one} />
            ))}
          </Suspense>
        )}
        {others.length > 0 && (
          <div className="border-t border-line pt-3">
            <Suspense
              fallback={others
                .slice(0, MAX_NEEDS)
                .map(({ domain, kind }) => <div key={`${domain?.id}-${kind}`} className="h-13" />)}
            >
              <NeedList needs={others.slice(0, MAX_NEEDS)} />
            </Suspense>
            {others.length > MAX_NEEDS && (
              <p className="pt-2 text-[0.8125rem] text-ink-muted">
                And {others.length - MAX_NEEDS} more, in the list of your domains.
              </p>
            )}
          </div>
        )}
      </Card>
      <Suspense>
        {attacks.length > 1 && attacks.map((one) => <AttackBanner key={one.domain.id} {...one} />)}
      </Suspense>
    </div>
  );
}
