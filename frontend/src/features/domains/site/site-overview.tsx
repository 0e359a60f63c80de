import { lazy, Suspense } from 'react';
import { siteLink } from '../../../entities/domain/site-link.ts';
import { logLink } from '../../../entities/log/log-filters.ts';
import { CARD_TONES } from '../../../entities/site-state/card-tones.ts';
import { allNeeds, hourText } from '../../../entities/site-state/headline.ts';
import { HourBars } from '../../../entities/site-state/hour-bars.tsx';
import NeedList from '../../../entities/site-state/need-list.tsx';
import { useNowQuery } from '../../../entities/site-state/now-api.ts';
import { SiteFacts } from '../../../entities/site-state/site-facts.tsx';
import type { Domain } from '../../../shared/api/types.ts';
import { cn } from '../../../shared/lib/cn.ts';
import { formatCompact, formatDate } from '../../../shared/lib/format.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { StatCard } from '../../../shared/ui/stat-card.tsx';
import { PauseButton } from './pause-button.tsx';
import { SiteNames } from './site-names.tsx';

const AttackBanner = lazy(() => import('../../../entities/site-state/attack-banner.tsx'));

/** State of a site, and actions on the whole site. */
export function SiteOverview({ domain }: { domain: Domain }) {
  const { data: now, fulfilledTimeStamp } = useNowQuery(domain.domain_name);
  const site = now?.sites[0];
  const needs = allNeeds([domain], now, fulfilledTimeStamp ?? 0);
  return (
    <div className="grid gap-4 sm:gap-5">
      {site?.attack && (
        <Suspense>
          <AttackBanner domain={domain} attack={site.attack} />
        </Suspense>
      )}
      {needs[0] && (
        <Card aria-label="Needs attention" className={cn('p-4 sm:p-5', CARD_TONES[needs[0].tone])}>
          <NeedList needs={needs} named={false} />
        </Card>
      )}
      <Card>
        <CardHeader
          title="Now"
          description={now ? hourText(now) : 'Loading the last hour…'}
          action={
            <div className="flex flex-wrap gap-2 print:hidden">
              <ButtonLink variant="secondary" size="sm" to={logLink({ domain: domain.domain_name })}>
                Open log
              </ButtonLink>
              <ButtonLink variant="secondary" size="sm" to={siteLink(domain.domain_name, 'traffic')}>
                Open traffic
              </ButtonLink>
              {domain.dns_verified && <PauseButton domain={domain} />}
            </div>
          }
        />
        <CardBody className="grid gap-5">
          {now && <HourBars minutes={now.minutes} />}
          <SiteFacts domain={domain} now={site} />
        </CardBody>
      </Card>
      <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
        <StatCard
          label="Total requests"
          value={formatCompact(domain.total_requests)}
          note="Since it was added"
        />
        <StatCard
          label="Allowed"
          tone="ok"
          value={formatCompact(domain.allowed_requests)}
          note="Since it was added"
        />
        <StatCard
          label="Blocked"
          tone="danger"
          value={formatCompact(domain.blocked_requests)}
          note="Since it was added"
        />
        <StatCard label="Added" value={formatDate(domain.created_at)} />
      </div>
      <SiteNames domain={domain} />
    </div>
  );
}
