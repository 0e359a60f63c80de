import { useState } from 'react';
import type { EdgeControls } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { NumberInput } from '../../../shared/ui/number-input.tsx';
import { useForgiveRollbacksMutation } from '../api/admin-api.ts';
import { useSaveControls } from './use-save-controls.ts';

/** Share of sites that use the candidate rule set, and nodes that rolled one back. */
export function CandidateCard({ controls }: { controls: EdgeControls }) {
  const { save, saving } = useSaveControls(controls);
  const [forgive, forgiving] = useForgiveRollbacksMutation();
  const [percent, setPercent] = useState(controls.candidate_percent);
  return (
    <Card>
      <CardHeader
        title="Candidate rule set"
        description="Nodes with a candidate use it for this share of sites, and roll it back automatically if it fails."
      />
      <CardBody className="grid gap-5">
        <div className="flex items-end gap-3">
          <Field label="Share of sites (%)" className="w-40">
            <NumberInput min={0} max={100} value={percent} onChange={setPercent} />
          </Field>
          <Button
            variant="secondary"
            busy={saving}
            disabled={percent === controls.candidate_percent}
            onClick={() => save({ candidate_percent: percent }, `The candidate judges ${percent}% of sites`)}
          >
            Apply
          </Button>
        </div>
        {controls.rollbacks === null && (
          <Notice tone="warn">Rolled back candidates are unknown: the nodes’ Redis does not respond.</Notice>
        )}
        {controls.rollbacks?.length === 0 && (
          <p className="text-sm text-ink-muted">No node rolled back a candidate.</p>
        )}
        {controls.rollbacks && controls.rollbacks.length > 0 && (
          <>
            <ul className="divide-y divide-line rounded-md border border-line text-[0.8125rem] wrap-anywhere">
              {controls.rollbacks.map((rollback) => (
                <li key={`${rollback.release}:${rollback.node}`} className="px-4 py-2.5">
                  <p className="font-[560]">
                    {rollback.node} rolled back{' '}
                    <code className="font-mono">{rollback.release.slice(0, 12)}</code>
                  </p>
                  <p className="text-ink-muted">
                    {rollback.reason} · {formatDateTime(rollback.at)}
                  </p>
                </li>
              ))}
            </ul>
            <Button
              variant="secondary"
              className="justify-self-start"
              busy={forgiving.isLoading}
              onClick={() =>
                attempt(forgive().unwrap(), {
                  success: 'The candidate may be tried again',
                  failure: 'Failed to change the controls',
                })
              }
            >
              Allow another try
            </Button>
          </>
        )}
      </CardBody>
    </Card>
  );
}
