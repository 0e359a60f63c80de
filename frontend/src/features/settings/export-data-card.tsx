import { FileArchive } from 'lucide-react';
import { useDownload } from '../../entities/session/use-download.ts';
import { generatedAccountExportApi } from '../../shared/api/account-export-api.gen.ts';
import { formatBytes, formatDateTime } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';

const { useGetAccountExportQuery, useCreateAccountExportMutation } =
  generatedAccountExportApi.enhanceEndpoints({
    addTagTypes: ['AccountExport'],
    endpoints: {
      getAccountExport: { providesTags: ['AccountExport'] },
      createAccountExport: { invalidatesTags: ['AccountExport'] },
    },
  });

/** How often it is looked whether the export is ready. */
const POLL_MS = 5_000;

/** Export of the account's data as a file. */
export function ExportDataCard() {
  const query = useGetAccountExportQuery();
  const made = query.data?.export ?? null;
  const isRunning = made?.state === 'waiting' || made?.state === 'running';
  useGetAccountExportQuery(undefined, { pollingInterval: POLL_MS, skip: !isRunning });
  const [create, { isLoading }] = useCreateAccountExportMutation();
  const { download, busy } = useDownload();
  const begin = () =>
    attempt(create().unwrap(), {
      success: 'Your data is being gathered. A mail will tell you when it is ready.',
      failure: 'Failed to export your data',
    });
  return (
    <Card className="mt-6 max-w-4xl">
      <CardHeader
        title="Your Data"
        description="Everything that we keep of your account: profile, sign-ins, sites with their policies, orders, mails and more, as JSON files in a ZIP. Passwords, keys and tokens are not in it."
      />
      <CardBody>
        <QueryState query={query} failure="Failed to load your export">
          {made !== null && (
            <p className="mb-4 text-sm">
              {isRunning && 'Your data is being gathered. A mail will tell you when it is ready.'}
              {made.state === 'failed' && 'Your data could not be gathered. Please try again.'}
              {made.state === 'finished' &&
                `Your data is ready: ${formatBytes(made.bytes)}, kept until ${formatDateTime(made.expires_at)}.${made.is_whole ? '' : ' There was more than an export can hold; please write to us for the rest.'}`}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {made?.state === 'finished' && (
              <Button
                busy={busy}
                icon={<FileArchive className="size-4" />}
                onClick={() =>
                  download(
                    '/api/dashboard/account-export/file',
                    `palisade-account-${made.created_at.slice(0, 10)}.zip`,
                    'Failed to fetch your data',
                  )
                }
              >
                Download ZIP
              </Button>
            )}
            <Button variant="secondary" busy={isLoading} disabled={isRunning} onClick={begin}>
              {made?.state === 'finished' ? 'Export again' : 'Export my data'}
            </Button>
          </div>
        </QueryState>
      </CardBody>
    </Card>
  );
}
