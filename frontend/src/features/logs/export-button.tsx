import { Download } from 'lucide-react';
import { CallButton } from '../../entities/api-call/call-button.tsx';
import { type ApiCall, calls } from '../../entities/api-call/calls.ts';
import { LOGS_PER_REQUEST, type LogFilter } from '../../entities/log/logs-api.ts';
import { paths } from '../../entities/page/paths.ts';
import { useDownload } from '../../entities/session/use-download.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { logExportPath } from './log-export-path.ts';

/** What the list shows, as the API's own names have it. */
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

/** What leads on from the log. Export: all entries that fit, as far back as they are kept, as a file for a spreadsheet. */
export default function ExportButton({ filter }: { filter: LogFilter }) {
  const { download, busy } = useDownload();
  const exportCsv = () => {
    const name = `palisade-logs-${new Date().toISOString().slice(0, 10)}.csv`;
    download(logExportPath(filter), name, 'Failed to export the logs');
  };
  return (
    <>
      <ButtonLink to={paths.reports} variant="secondary" className="max-sm:flex-1">
        Reports
      </ButtonLink>
      <CallButton className="px-2 max-sm:flex-1" call={() => recentLogsCall(filter)} />
      <Button
        variant="secondary"
        className="max-sm:flex-1"
        busy={busy}
        onClick={exportCsv}
        icon={<Download className="size-4" />}
      >
        Export CSV
      </Button>
    </>
  );
}
