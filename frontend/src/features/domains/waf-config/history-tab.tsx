import { History, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import {
  useListWafConfigVersionsQuery,
  useRollBackWafConfigMutation,
} from '../../../entities/domain/domains-api.ts';
import { fieldLabel, shownChange } from '../../../entities/policy/policy-words.ts';
import type { WafConfigVersion } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

const kinds: Record<WafConfigVersion['change_kind'], string> = {
  created: 'Created',
  saved: 'Saved',
  rolled_back: 'Rolled back',
  rolled_out: 'Rolled out',
};

/** Of a long list only so many entries show. */
const MAX_ENTRIES = 8;

function Entries({ of, as: Tag }: { of: string[]; as: 'del' | 'ins' }) {
  const look = Tag === 'del' ? 'bg-danger-soft text-danger-text' : 'bg-ok-soft text-ok-text no-underline';
  return (
    <>
      {of.slice(0, MAX_ENTRIES).map((entry) => (
        <Tag key={entry} className={`rounded-sm px-1 font-mono wrap-anywhere ${look}`}>
          {entry}
        </Tag>
      ))}
      {of.length > MAX_ENTRIES && (
        <span className="text-ink-faint">
          and {of.length - MAX_ENTRIES} more {Tag === 'del' ? 'taken out' : 'added'}
        </span>
      )}
    </>
  );
}

function Changes({ version }: { version: WafConfigVersion }) {
  if (version.changes.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-[0.8125rem] sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
      {version.changes.map(({ field, before, after }) => {
        const change = shownChange(field, before, after);
        return (
          <div key={field} className="contents">
            <dt className="text-ink-muted max-sm:mt-1">{fieldLabel(field)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <Entries of={change.before} as="del" />
              <Entries of={change.after} as="ins" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Every version of the configuration, what changed in it, and the way back to it. */
export function HistoryTab({ domainId }: { domainId: string }) {
  const { data, error, isLoading, refetch } = useListWafConfigVersionsQuery(
    { id: domainId },
    { refetchOnMountOrArgChange: true },
  );
  const [rollBack, { isLoading: rolling }] = useRollBackWafConfigMutation();
  const [asked, setAsked] = useState<WafConfigVersion | null>(null);
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
  const newer = asked === null ? 0 : data.filter(({ version }) => version > asked.version).length;
  return (
    <>
      {data.length === 0 && (
        <EmptyState icon={<History />} title="Nothing was saved yet" className="py-8">
          Every save becomes a version here, with what changed in it and the way back.
        </EmptyState>
      )}
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
            <Changes version={version} />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={asked !== null}
        title={`Roll back to version ${asked?.version ?? ''}?`}
        confirmLabel="Roll back"
        busy={rolling}
        onCancel={() => setAsked(null)}
        onConfirm={async () => {
          if (asked === null) return;
          const { version } = asked;
          const done = await attempt(rollBack({ id: domainId, version }).unwrap(), {
            success: `Rolled back to version ${version}`,
            failure: 'Failed to roll back',
          });
          if (done) setAsked(null);
        }}
      >
        The site goes back to what was saved{asked && ` on ${formatDateTime(asked.created_at)}`}, within
        seconds.{' '}
        {newer === 1 ? 'The save after it no longer holds.' : `The ${newer} saves after it no longer hold.`}{' '}
        This becomes a version of its own, so it can be taken back in the same way.
      </ConfirmDialog>
    </>
  );
}
