import { useState } from 'react';
import { useStartRolloutMutation } from '../../../../entities/rollout/rollouts-api.ts';
import type { PolicyConfig } from '../../../../shared/api/types.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';

const STEP_MINUTES = [
  { value: '10', label: '10 min' },
  { value: '30', label: '30 min' },
  { value: '120', label: '2 hours' },
  { value: '1440', label: '1 day' },
] as const;
const TOLERANCE_PERCENT = [
  { value: '0.5', label: '0.5%' },
  { value: '2', label: '2%' },
  { value: '10', label: '10%' },
] as const;

interface StartRolloutDialogProps {
  domainId: string;
  /** The version that the change is based on. */
  version: number | undefined;
  /** Fields to be rolled out, or an older version to be restored. */
  change: Partial<PolicyConfig> | { restoredVersion: number };
  onStarted: () => void;
  onClose: () => void;
}

/** Starts a roll-out of an unsaved change. */
export default function StartRolloutDialog({
  domainId,
  version,
  change,
  onStarted,
  onClose,
}: StartRolloutDialogProps) {
  const [minutes, setMinutes] = useState<(typeof STEP_MINUTES)[number]['value']>('30');
  const [tolerance, setTolerance] = useState<(typeof TOLERANCE_PERCENT)[number]['value']>('0.5');
  const [start, { isLoading }] = useStartRolloutMutation();
  const submit = async () => {
    const rolloutStart = {
      ...('restoredVersion' in change
        ? { restore_version: change.restoredVersion }
        : { policyConfig: change }),
      version,
      step_minutes: Number(minutes),
      tolerance_percent: Number(tolerance),
    };
    const started = await attempt(start({ id: domainId, rolloutStart }).unwrap(), {
      success: 'The roll-out has begun',
      failure: 'The roll-out could not start',
    });
    if (started) onStarted();
  };
  return (
    <FormDialog
      title={
        'restoredVersion' in change ? `Roll out version ${change.restoredVersion}` : 'Roll out this change'
      }
      submitLabel="Start roll-out"
      busy={isLoading}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="text-sm">
        5 % of your visitors get the change first, then 25 %, then everybody. A visitor always gets the same
        policy. If the change blocks more visitors, or more of them see errors, it is rolled back immediately.
        {'restoredVersion' in change && ' The origin settings stay unchanged.'}
      </p>
      <div className="grid gap-1.5">
        <p className="text-sm font-[560]">Watch each share for at least</p>
        <Segmented
          label="Watch each share for at least"
          value={minutes}
          onChange={setMinutes}
          options={STEP_MINUTES}
        />
      </div>
      <div className="grid gap-1.5">
        <p className="text-sm font-[560]">Roll it back if it blocks more visitors by</p>
        <Segmented
          label="Roll it back if it blocks more visitors by"
          value={tolerance}
          onChange={setTolerance}
          options={TOLERANCE_PERCENT}
        />
        <p className="text-[0.8125rem] text-ink-muted">
          Of all visitors, compared with the current policy; errors count the same. Choose more if the change
          is meant to block: scanners are visitors too.
        </p>
      </div>
    </FormDialog>
  );
}
