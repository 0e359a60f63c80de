import { Download, Trash2 } from 'lucide-react';
import { useDownload } from '../../../entities/session/use-download.ts';
import type { LogExport } from '../../../shared/api/log-exports-api.gen.ts';
import { formatBytes, formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { exportFilePath } from './exports-api.ts';

/** One export: how far it is, or its file. */
export function ExportRow({ one, onDelete }: { one: LogExport; onDelete: (one: LogExport) => void }) {
  const { download, busy } = useDownload();
  const name = `${one.domain_name || 'All sites'}, ${one.format === 'csv' ? 'CSV' : 'NDJSON'}`;
  const isUnderWay = one.state === 'waiting' || one.state === 'running';
  const fetchFile = () => {
    const file = `palisade-logs-${one.created_at.slice(0, 10)}.${one.format}.gz`;
    download(exportFilePath(one.id), file, 'Failed to fetch the export');
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="text-sm font-[560] wrap-anywhere">
          {name}
          {one.is_filtered && <span className="font-normal text-ink-muted"> · filtered</span>}
        </p>
        <p className="text-[0.8125rem] text-ink-muted">
          {formatDateTime(one.from)} to {formatDateTime(one.to)}
        </p>
        <p className="text-[0.8125rem] text-ink-muted" role="status">
          <Progress one={one} />
        </p>
        {isUnderWay && (
          <progress
            aria-label={`Progress of ${name}`}
            max={100}
            value={one.percent}
            className="meter mt-1.5 w-full"
          />
        )}
      </div>
      <div className="flex gap-2">
        {one.state === 'finished' && (
          <Button size="sm" busy={busy} onClick={fetchFile} icon={<Download className="size-4" />}>
            Download
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          aria-label={`${isUnderWay ? 'Cancel' : 'Delete'} ${name}`}
          onClick={() => onDelete(one)}
          icon={isUnderWay ? undefined : <Trash2 className="size-4" />}
        >
          {isUnderWay ? 'Cancel' : 'Delete'}
        </Button>
      </div>
    </li>
  );
}

function Progress({ one }: { one: LogExport }) {
  const entries = `${formatCount(one.rows)} ${one.rows === 1 ? 'entry' : 'entries'}`;
  switch (one.state) {
    case 'waiting':
      return 'Waits for its turn';
    case 'running':
      return `${entries} so far`;
    case 'finished':
      return `${entries}, ${formatBytes(one.bytes)}${one.is_whole ? '' : ': the newest, as many as your plan includes'}. Kept until ${formatDateTime(one.expires_at)}`;
    case 'failed':
      return 'Failed; delete it and try again';
    default:
      return one.state satisfies never;
  }
}
