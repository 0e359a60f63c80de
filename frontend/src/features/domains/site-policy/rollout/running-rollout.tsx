import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import {
  useListRolloutsQuery,
  usePromoteRolloutMutation,
  useTakeBackRolloutMutation,
} from '../../../../entities/rollout/rollouts-api.ts';
import type { Rollout } from '../../../../shared/api/types.ts';
import { formatDateTime } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { usePanelOpen } from '../../../../shared/ui/panel-open.ts';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { ConfigChanges } from '../changes/config-changes.tsx';
import { RolloutFigures } from './rollout-figures.tsx';
import { earliestEnd, STATES, shareSteps } from './rollout-words.ts';

const POLL_MS = 5_000;

interface RunningRolloutProps {
  domainId: string;
  /** Id of the running roll-out. */
  rolloutId: string;
  /** Called when it has ended, which may have changed the configuration. */
  onOver: () => void;
}

/** The running roll-out: results of both policies, and two ways to end it. */
export default function RunningRollout({ domainId, rolloutId, onOver }: RunningRolloutProps) {
  const [isOver, setOver] = useState(false);
  const isShown = usePanelOpen();
  const { data, error, isFetching, refetch } = useListRolloutsQuery(isShown ? { id: domainId } : skipToken, {
    pollingInterval: isOver ? 0 : POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const rollout = data?.find(({ id }) => id === rolloutId);
  if (rollout !== undefined && isOver !== (rollout.state !== 'running')) setOver(!isOver);
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (error && !data)
    return <ErrorState message={messageOf(error, 'The roll-out could not be loaded')} onRetry={refetch} />;
  if (rollout === undefined && data !== undefined && !isFetching)
    return (
      <ErrorState
        message="The roll-out that runs here is not in the list of roll-outs"
        onRetry={() => {
          void refetch();
          // Perhaps the configuration, which names it, was read before it ended.
          onOver();
        }}
      />
    );
  if (rollout === undefined) return <Skeleton className="h-40" />;
  if (isOver) return <Outcome rollout={rollout} />;
  return (
    <section aria-label="Roll-out" className="grid grid-cols-1 gap-4 rounded-lg bg-sunken p-4 sm:p-5">
      <header className="grid gap-1">
        <h2 className="text-sm">A change is being rolled out</h2>
        <p role="status" className="text-[0.8125rem] text-ink-muted">
          {shareSteps(rollout)}. This share is watched until {formatDateTime(earliestEnd(rollout))} at least.
          It continues automatically, and is rolled back immediately if more visitors are blocked or see
          errors.
        </p>
      </header>
      <ConfigChanges changes={rollout.changes} />
      {rollout.figures === null ? (
        <p className="text-[0.8125rem] text-ink-muted">
          No visitor has arrived yet since this share started.
        </p>
      ) : (
        <RolloutFigures figures={rollout.figures} />
      )}
      <Ends domainId={domainId} rollout={rollout} />
    </section>
  );
}

const Outcome = ({ rollout }: { rollout: Rollout }) => (
  <Notice
    tone={STATES[rollout.state].tone === 'ok' ? 'ok' : 'warn'}
    role="status"
    title={
      rollout.state === 'promoted' ? 'The change now applies to everybody' : 'The change was rolled back'
    }
  >
    {rollout.reason} The history shows the figures of both policies.
  </Notice>
);

function Ends({ domainId, rollout }: { domainId: string; rollout: Rollout }) {
  const [asked, setAsked] = useState(false);
  const [promote, { isLoading: promoting }] = usePromoteRolloutMutation();
  const [takeBack, { isLoading: takingBack }] = useTakeBackRolloutMutation();
  const which = { id: domainId, rolloutId: rollout.id };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        busy={takingBack}
        onClick={() =>
          attempt(takeBack(which).unwrap(), {
            success: 'The change was rolled back',
            failure: 'The change could not be rolled back',
          })
        }
      >
        Take back
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsked(true)}>
        Promote now
      </Button>
      <ConfirmDialog
        open={asked}
        title="Apply this change to everybody now?"
        confirmLabel="Promote now"
        confirmVariant="primary"
        busy={promoting}
        onCancel={() => setAsked(false)}
        onConfirm={async () => {
          const done = await attempt(promote(which).unwrap(), {
            success: 'The change now applies to everybody',
            failure: 'The change could not be promoted',
          });
          if (done) setAsked(false);
        }}
      >
        It becomes a version of your configuration, regardless of the figures so far. You can roll it back in
        the history.
      </ConfirmDialog>
    </div>
  );
}
