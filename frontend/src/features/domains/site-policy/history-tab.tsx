import { History, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  useListSitePolicyVersionsQuery,
  useRollBackSitePolicyMutation,
} from '../../../entities/domain/domains-api.ts';
import type { SitePolicyVersion } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import { ConfigChanges } from './changes/config-changes.tsx';
import PolicyDrafts from './drafts/policy-drafts.tsx';
import PastRollouts from './rollout/past-rollouts.tsx';

const StartRolloutDialog = lazy(() => import('./rollout/start-rollout-dialog.tsx'));

const PAGE = 20;
const kinds: Record<SitePolicyVersion['change_kind'], string> = {
  created: 'Created',
  saved: 'Saved',
  rolled_back: 'Rolled back',
  rolled_out: 'Rolled out',
};

/** All versions of the configuration with their changes, and a way to restore each. */
export function HistoryTab({ domainId }: { domainId: string }) {
  const { before, foot } = useKeysetPages();
  const { data, error, isLoading, refetch } = useListSitePolicyVersionsQuery(
    { id: domainId, limit: PAGE, ...(before !== undefined && { before: Number(before) }) },
    { refetchOnMountOrArgChange: true },
  );
  // Pages begin with the newest; versions are numbered consecutively.
  const [newest, setNewest] = useState(0);
  const last = data?.[0]?.version ?? 0;
  if (last > newest) setNewest(last);
  const [rollBack, { isLoading: rolling }] = useRollBackSitePolicyMutation();
  const [asked, setAsked] = useState<SitePolicyVersion | null>(null);
  /** The version for which the roll-out dialog is open. */
  const [rolledOut, setRolledOut] = useState<number | null>(null);
  if (error && !data)
    return <ErrorState message={messageOf(error, 'Failed to load the history')} onRetry={refetch} />;
  if (isLoading || !data)
    return (
      <div role="status" aria-label="Loading the history" className="grid grid-cols-1 gap-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
    );
  const newer = asked === null ? 0 : newest - asked.version;
  return (
    <>
      <PolicyDrafts domainId={domainId} />
      <PastRollouts domainId={domainId} />
      {data.length === 0 && (
        <EmptyState icon={<History />} title="Nothing was saved yet" className="py-8">
          Every save becomes a version here. You can see what changed and roll back.
        </EmptyState>
      )}
      {data.length > 0 && <h2 className="mb-3 text-sm">Versions</h2>}
      <ol className="grid grid-cols-1 gap-3">
        {data.map((version) => (
          <li key={version.version} className="rounded-md border border-line px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-between">
              <span className="text-sm font-[600]">Version {version.version}</span>
              <span className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted max-sm:order-last max-sm:basis-full">
                {version.restored_version === null
                  ? kinds[version.change_kind]
                  : `Rolled back to version ${version.restored_version}`}{' '}
                · {formatDateTime(version.created_at)}
              </span>
              {version.is_current ? (
                <Badge tone="ok">Current</Badge>
              ) : (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Roll back to version ${version.version}`}
                  icon={<RotateCcw className="size-3.5" />}
                  onClick={() => setAsked(version)}
                >
                  Roll back
                </Button>
              )}
            </div>
            <ConfigChanges changes={version.changes} />
          </li>
        ))}
      </ol>
      {foot(nextOf(data, PAGE, ({ version }) => version))}
      <ConfirmDialog
        open={asked !== null}
        title={`Roll back to version ${asked?.version ?? ''}?`}
        confirmLabel="Roll back"
        busy={rolling}
        onCancel={() => setAsked(null)}
        onConfirm={async () => {
          if (asked === null) return;
          const { version } = asked;
          const done = await attempt(rollBack({ id: domainId, version, currentVersion: newest }).unwrap(), {
            success: `Rolled back to version ${version}`,
            failure: 'Failed to roll back',
          });
          if (done) setAsked(null);
        }}
      >
        The site returns to the version saved{asked && ` on ${formatDateTime(asked.created_at)}`}, within
        seconds.{' '}
        {newer === 1 ? 'The later save no longer applies.' : `The ${newer} later saves no longer apply.`} This
        becomes a new version, so you can undo it in the same way.
        <Button
          size="sm"
          variant="secondary"
          className="mt-4"
          onClick={() => {
            setRolledOut(asked?.version ?? null);
            setAsked(null);
          }}
        >
          Roll it out to a share of visitors first
        </Button>
      </ConfirmDialog>
      {rolledOut !== null && (
        <Suspense>
          <StartRolloutDialog
            domainId={domainId}
            version={undefined}
            change={{ restoredVersion: rolledOut }}
            onStarted={() => setRolledOut(null)}
            onClose={() => setRolledOut(null)}
          />
        </Suspense>
      )}
    </>
  );
}
