import { Download } from 'lucide-react';
import { type LogFilter, logExportPath } from '../../entities/log/logs-api.ts';
import { useDownload } from '../../entities/session/use-download.ts';
import { Button } from '../../shared/ui/button.tsx';

/** All entries that fit, as far back as they are kept, as a file for a spreadsheet. */
export default function ExportButton({ filter }: { filter: LogFilter }) {
  const { download, busy } = useDownload();
  const exportCsv = () => {
    const name = `palisade-logs-${new Date().toISOString().slice(0, 10)}.csv`;
    download(logExportPath(filter), name, 'Failed to export the logs');
  };
  return (
    <Button
      variant="secondary"
      className="max-sm:flex-1"
      busy={busy}
      onClick={exportCsv}
      icon={<Download className="size-4" />}
    >
      Export CSV
    </Button>
  );
}
