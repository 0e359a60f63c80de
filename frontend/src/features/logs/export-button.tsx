import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CallButton } from '../../entities/api-call/call-button.tsx';
import { type ApiCall, calls } from '../../entities/api-call/calls.ts';
import { LOGS_PER_REQUEST, type LogFilter } from '../../entities/log/logs-api.ts';
import { paths } from '../../entities/page/paths.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';

const ExportsDialog = lazy(() => import('./exports/exports-dialog.tsx'));

/** The list's columns, by their names in the API. */
function recentLogsCall({ status, domain, values: { id, ...values } = {} }: LogFilter): ApiCall {
  const query = new URLSearchParams({
    limit: String(LOGS_PER_REQUEST),
    ...values,
    ...(id !== undefined && { request_id: id }),
    ...(status && { status_filter: status }),
    ...(domain && { domain }),
  });
  return calls.recentLogs(query);
}

/** What leads on from the log. Exports show where the address asks for them, as the mail does that says one is ready. */
export default function ExportButton({ filter }: { filter: LogFilter }) {
  const [shown, setShown] = useSearchState('exports', '');
  return (
    <>
      <ButtonLink to={paths.reports} variant="secondary" className="max-sm:flex-1 max-sm:px-0.5">
        Reports
      </ButtonLink>
      <CallButton className="px-2 max-sm:hidden" call={() => recentLogsCall(filter)} />
      <Button variant="secondary" onClick={() => setShown('open')} icon={<Download className="size-4" />}>
        <span className="max-sm:sr-only">Export</span>
      </Button>
      {shown !== '' && (
        <Suspense>
          <ExportsDialog filter={filter} onClose={() => setShown('')} />
        </Suspense>
      )}
    </>
  );
}
