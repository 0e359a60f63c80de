import { Globe } from 'lucide-react';
import { Fragment, lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import { domainStatus, isUnprotected, UNPROTECTED } from '../../../entities/domain/domain-status.ts';
import { useListDomainsQuery } from '../../../entities/domain/domains-api.ts';
import { siteLink } from '../../../entities/domain/site-link.ts';
import { paths } from '../../../entities/page/paths.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { PageSpinner } from '../../../shared/ui/spinner.tsx';
import { siteTab } from './site-tabs.ts';

/** Loaded after the page's head, as the forms are large. */
const SiteTabs = lazy(() => import('./site-tabs-panel.tsx'));

/** A host name that is too long for its line is read by its labels. */
const BreaksAtDots = ({ name }: { name: string }) =>
  name.split('.').map((label, index, labels) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, and their order is what they are.
    <Fragment key={index}>
      {label}
      {index < labels.length - 1 && '.'}
      <wbr />
    </Fragment>
  ));

/** A site with all of its tabs, each with its own URL. */
export function SitePage() {
  const { domain: name = '', tab: wanted } = useParams();
  const query = useListDomainsQuery();
  const domain = query.data?.find(({ domain_name }) => domain_name === name);
  const tab = siteTab(wanted);
  const status = domain && domainStatus(domain);
  return (
    <>
      <PageHeader
        title={<BreaksAtDots name={name} />}
        subtitle={
          <Link className="link inline-flex min-h-6 items-center" to={paths.domains}>
            All domains
          </Link>
        }
        actions={
          status && (
            <>
              {domain.paused && <Badge>Paused</Badge>}
              {isUnprotected(domain) && <Badge tone="warn">{UNPROTECTED}</Badge>}
              <Badge tone={status.tone}>{status.label}</Badge>
            </>
          )
        }
      />
      <QueryState query={query} failure="Failed to load domains">
        {domain === undefined ? (
          <Card>
            <EmptyState
              icon={<Globe />}
              title="You have no site with this name"
              action={<ButtonLink to={paths.domains}>See your domains</ButtonLink>}
            >
              It may have been removed, or it belongs to another account.
            </EmptyState>
          </Card>
        ) : tab === undefined ? (
          <Card>
            <EmptyState
              icon={<Globe />}
              title="This site has no such tab"
              action={<ButtonLink to={siteLink(domain.domain_name)}>See its overview</ButtonLink>}
            />
          </Card>
        ) : (
          <Suspense fallback={<PageSpinner />}>
            <SiteTabs key={domain.id} domain={domain} tab={tab} />
          </Suspense>
        )}
      </QueryState>
    </>
  );
}
