import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { DomainSelect } from '../../entities/domain/domain-select.tsx';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { paths } from '../../entities/page/paths.ts';
import { firedRules } from '../../entities/policy/exclusion-scope.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { useTimeZone } from '../../shared/hooks/use-time-zone.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { useKeysetPages } from '../../shared/ui/use-keyset-pages.tsx';
import { ReportRow } from './visitor-report-row.tsx';
import {
  useDecideVisitorReport,
  useVisitorReportsQuery,
  type VisitorReport,
  type VisitorReportState,
} from './visitor-reports-api.ts';

const ExcludeRequestDialog = lazy(() => import('../../entities/policy/exclude-request-dialog.tsx'));

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'excepted', label: 'Exclusions' },
  { value: 'dismissed', label: 'Dismissed' },
] as const;

const DECIDED = {
  open: 'Opened again',
  excepted: 'Exclusion created',
  dismissed: 'Report dismissed',
} as const;

const NOTHING: Readonly<Record<VisitorReportState, string>> = {
  open: 'No visitor waits for you',
  excepted: 'No exclusion was created from a report yet',
  dismissed: 'No report was dismissed',
};

/** What visitors say whom a rule refused. */
export function VisitorReportsPage() {
  const [wanted, setWanted] = useSearchState('state', 'open');
  const [domain, setDomain] = useSearchState('domain', '');
  const state = SHOWN.find(({ value }) => value === wanted)?.value ?? 'open';
  const { before, foot } = useKeysetPages(`${state} ${domain}`);
  const query = useVisitorReportsQuery(state, domain, before);
  const { data: domains = [] } = useListDomainsQuery();
  const { zone } = useTimeZone();
  const decide = useDecideVisitorReport();
  const [excepted, setExcepted] = useState<VisitorReport | null>(null);
  const reports = query.data?.reports ?? [];

  const settle = (report: VisitorReport, to: VisitorReportState) =>
    attempt(decide(report.id, to), {
      success: DECIDED[to],
      failure: 'Failed to keep what became of the report',
      undo: () => attempt(decide(report.id, report.state), { failure: 'Failed to take it back' }),
    });

  return (
    <>
      <PageHeader
        title="Reports"
        subtitle={
          <>
            What visitors wrote on the page of a blocked request.{' '}
            <Link className="link inline-flex min-h-6 items-center" to={paths.logs}>
              All requests
            </Link>
          </>
        }
      />
      <Card>
        <div className="flex flex-wrap items-center gap-3 border-b border-line p-3 sm:px-5">
          <Segmented label="State" value={state} onChange={setWanted} options={SHOWN} />
          <DomainSelect domains={domains} value={domain} onChange={setDomain} />
        </div>
        <div className="pt-1">
          <QueryState query={query} failure="Failed to load the reports">
            {reports.length === 0 && before === undefined ? (
              <EmptyState
                icon={<MessageSquareText />}
                title={NOTHING[state]}
                action={
                  state === 'open' && (
                    <ButtonLink to={paths.domains} variant="secondary" size="sm">
                      See your domains
                    </ButtonLink>
                  )
                }
              >
                {state === 'open' &&
                  'Visitors can write where “Visitor reports” is on, in a domain’s WAF policy. Nothing that they write is shown to anybody else.'}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line px-5">
                {reports.map((report) => (
                  <ReportRow
                    key={report.id}
                    report={report}
                    zone={zone}
                    onExcept={setExcepted}
                    onDecide={settle}
                  />
                ))}
              </ul>
            )}
            {foot(query.data?.next ?? null)}
          </QueryState>
        </div>
      </Card>
      {excepted?.entry && (
        <Suspense>
          <ExcludeRequestDialog
            domainName={excepted.domain_name}
            fired={firedRules(excepted.entry.matches)}
            target={excepted.entry.request_uri}
            onCreated={() => void decide(excepted.id, 'excepted')}
            onClose={() => setExcepted(null)}
          />
        </Suspense>
      )}
    </>
  );
}
