import { useState } from 'react';
import type { LogFilter } from '../../../entities/log/logs-api.ts';
import type { LogExport } from '../../../shared/api/log-exports-api.gen.ts';
import { usePollWhile } from '../../../shared/hooks/use-poll-while.ts';
import { formatCount } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { ExportRow } from './export-row.tsx';
import {
  newExport,
  useCreateLogExportMutation,
  useDeleteLogExportMutation,
  useListLogExportsQuery,
} from './exports-api.ts';

const REFRESH_MS = 2_000;
const SHOWN_OF_FORMATS = {
  csv: 'For spreadsheets: one row per entry.',
  ndjson: 'Complete entries as JSON, including the matched rules: one line per entry.',
} as const satisfies Record<LogExport['format'], string>;

/** Exports run in the background: what is being written, what waits to be fetched, and a new one as the log is filtered. */
export default function ExportsDialog({ filter, onClose }: { filter: LogFilter; onClose: () => void }) {
  const [format, setFormat] = useState<LogExport['format']>('csv');
  const [pollingInterval, tellAwaited] = usePollWhile(REFRESH_MS);
  const query = useListLogExportsQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [create, { isLoading: creating }] = useCreateLogExportMutation();
  const [remove] = useDeleteLogExportMutation();
  const { exports = [], max_exports: most = 1, max_rows: mostRows = 0 } = query.data ?? {};
  tellAwaited(!query.data || exports.some(({ state }) => state === 'waiting' || state === 'running'));

  const start = () =>
    attempt(create(newExport(filter, format)).unwrap(), { failure: 'Failed to start the export' });
  const cancel = ({ id }: LogExport) =>
    attempt(remove({ id }).unwrap(), { failure: 'Failed to delete the export' });
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Export"
      description="All entries that match the filters, as far back as they are stored, in a file. You get an email when it is ready."
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label="Format"
            value={format}
            onChange={setFormat}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'ndjson', label: 'NDJSON' },
            ]}
          />
          <Button busy={creating} disabled={exports.length >= most} onClick={start}>
            Start export
          </Button>
        </div>
        <p className="text-[0.8125rem] text-ink-muted">
          {SHOWN_OF_FORMATS[format]} Compressed with gzip.
          {mostRows > 0 && ` Your plan includes up to ${formatCount(mostRows)} entries at a time.`}
          {exports.length >= most && ` There are ${most} exports: delete one to start another.`}
        </p>
      </div>
      <QueryState query={query} failure="Failed to load the exports">
        {exports.length > 0 && (
          <ul aria-label="Exports" className="mt-5 divide-y divide-line border-t border-line">
            {exports.map((one) => (
              <ExportRow key={one.id} one={one} onDelete={cancel} />
            ))}
          </ul>
        )}
      </QueryState>
    </Dialog>
  );
}
