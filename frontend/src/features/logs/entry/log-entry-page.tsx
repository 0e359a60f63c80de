import { SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isRequestId, logLink } from '../../../entities/log/log-filters.ts';
import { useLogEntryQuery } from '../../../entities/log/logs-api.ts';
import { paths } from '../../../entities/page/paths.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import type { LogEntry } from '../../../shared/api/types.ts';
import { useSearchState } from '../../../shared/hooks/use-search-state.ts';
import { useTimeZone } from '../../../shared/hooks/use-time-zone.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

const AttackDetails = lazy(async () => ({ default: (await import('../attack-details.tsx')).AttackDetails }));
/** Nobody else loads it. */
const OperatorEntry = lazy(() => import('./operator-entry.tsx'));
const ExcludeRequestDialog = lazy(() => import('../log-exclusion.tsx'));

/** One request, by the id that its visitor was shown: what the edge decided, why, and what can be done about it. */
export function LogEntryPage() {
  const { entry: id = '' } = useParams();
  const isId = isRequestId(id);
  const { entry, error, isLoading, refetch } = useLogEntryQuery(id, { skip: !isId });
  const { zone } = useTimeZone();
  const navigate = useNavigate();
  const { is_admin: isAdmin } = useUser();
  // An administrator has to request a customer's entry explicitly: that is recorded.
  const [ofAnybody, askAnybody] = useSearchState('of', 'mine');
  const isMissing = !entry && !isLoading && error === undefined;
  const asksAnybody = isAdmin && isId && ofAnybody === 'anybody';
  const [excluded, setExcluded] = useState<LogEntry | null>(null);
  return (
    <>
      <PageHeader
        title={entry ? `Request to ${entry.domain_name}` : 'Request'}
        subtitle={
          <Link className="link inline-flex min-h-6 items-center" to={paths.logs}>
            All requests
          </Link>
        }
      />
      <Card className="overflow-hidden">
        {entry && (
          <Suspense>
            <AttackDetails
              log={entry}
              zone={zone}
              onFilter={(name, value) => navigate(logLink({ [name]: value ?? '' }))}
              onExclude={setExcluded}
            />
          </Suspense>
        )}
        {!entry && isLoading && (
          <div role="status" aria-label="Loading" className="p-5">
            <Skeleton className="h-60" />
          </div>
        )}
        {!entry && error !== undefined && (
          <ErrorState message={messageOf(error, 'Failed to load the log entry')} onRetry={refetch} />
        )}
        {isMissing && asksAnybody && (
          <Suspense>
            <OperatorEntry id={id} />
          </Suspense>
        )}
        {isMissing && !asksAnybody && (
          <EmptyState
            icon={<SearchX />}
            title="No log entry for this request"
            action={
              isAdmin &&
              isId && (
                <Button variant="secondary" onClick={() => askAnybody('anybody')}>
                  Search the logs of all customers
                </Button>
              )
            }
          >
            None of your sites has it in its log, as far back as your plan goes. A request of the last few
            seconds may not have arrived yet.
          </EmptyState>
        )}
      </Card>
      {excluded && (
        <Suspense>
          <ExcludeRequestDialog log={excluded} onClose={() => setExcluded(null)} />
        </Suspense>
      )}
    </>
  );
}
