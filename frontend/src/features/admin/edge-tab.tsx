import { useState } from 'react';
import {
  useForgiveRollbacksMutation,
  useGetEdgeControlsQuery,
  useUpdateEdgeControlsMutation,
} from '../../shared/api/admin-api.ts';
import type { EdgeControls } from '../../shared/api/types.ts';
import { attempt } from '../../shared/lib/attempt.ts';
import { formatDateTime } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { NumberInput } from '../../shared/ui/number-input.tsx';
import { SwitchRow } from '../../shared/ui/switch.tsx';
import { ListState } from './list-state.tsx';

type Phase = EdgeControls['switched_off'][number];

const phases: readonly { phase: Phase; label: string; description: string }[] = [
  { phase: 'rules', label: 'Rules', description: 'Managed and custom rules judge requests and answers.' },
  { phase: 'bots', label: 'Bots', description: 'Bots are verified, refused or challenged.' },
  { phase: 'ddos', label: 'DDoS', description: 'Floods of requests and connections are stopped.' },
  { phase: 'rate_limits', label: 'Rate limits', description: 'Who goes over a limit is banned.' },
  { phase: 'geo', label: 'Countries', description: 'Blocked countries are refused.' },
  { phase: 'cache', label: 'Cache', description: 'Answers are stored and served from the edge.' },
  { phase: 'compression', label: 'Compression', description: 'Answers are compressed.' },
  { phase: 'upload_scan', label: 'Upload scan', description: 'Uploads wait for the virus scanner.' },
];

function Controls({ controls }: { controls: EdgeControls }) {
  const [update, { isLoading }] = useUpdateEdgeControlsMutation();
  const [forgive, forgiving] = useForgiveRollbacksMutation();
  const [asking, setAsking] = useState<Phase | null>(null);
  const [percent, setPercent] = useState(controls.candidate_percent);
  const off = new Set(controls.switched_off);

  const save = (part: Partial<Pick<EdgeControls, 'switched_off' | 'candidate_percent'>>, success: string) => {
    const { switched_off, candidate_percent, version } = { ...controls, ...part };
    return attempt(update({ edgeControlsUpdate: { switched_off, candidate_percent, version } }).unwrap(), {
      success,
      failure: 'Failed to change the controls',
    });
  };

  const turnOn = async (phase: Phase) => {
    const left = controls.switched_off.filter((other) => other !== phase);
    await save({ switched_off: left }, 'Switched on again, on all edge nodes');
  };
  const turnOff = async (phase: Phase) => {
    const done = await save(
      { switched_off: [...controls.switched_off, phase] },
      'Switched off on all edge nodes',
    );
    if (done) setAsking(null);
  };
  const named = phases.find(({ phase }) => phase === asking)?.label;

  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card>
        <CardHeader
          title="Phases of the edge"
          description={`What every edge node runs, whatever sites have configured. Last change ${formatDateTime(controls.changed_at)}.`}
        />
        <CardBody>
          {off.size > 0 && (
            <Notice tone="warn" role="alert" className="mb-3">
              {off.size === 1 ? 'One phase is' : `${off.size} phases are`} switched off for all sites.
            </Notice>
          )}
          <div className="divide-y divide-line border-y border-line">
            {phases.map(({ phase, label, description }) => (
              <SwitchRow
                key={phase}
                label={label}
                description={description}
                checked={!off.has(phase)}
                disabled={isLoading}
                badge={off.has(phase) ? <Badge tone="danger">Off everywhere</Badge> : null}
                onCheckedChange={(on) => (on ? turnOn(phase) : setAsking(phase))}
              />
            ))}
          </div>
        </CardBody>
      </Card>
      <Card className="h-fit">
        <CardHeader
          title="Trial of a new rule set"
          description="Nodes that have a candidate judge this share of sites by it, and take it back by themselves if it errs."
        />
        <CardBody className="grid gap-5">
          <div className="flex items-end gap-3">
            <Field label="Share of sites (%)" className="w-40">
              <NumberInput min={0} max={100} value={percent} onChange={setPercent} />
            </Field>
            <Button
              variant="secondary"
              busy={isLoading}
              disabled={percent === controls.candidate_percent}
              onClick={() =>
                save({ candidate_percent: percent }, `The candidate judges ${percent} % of sites`)
              }
            >
              Apply
            </Button>
          </div>
          {controls.rollbacks === null && (
            <Notice tone="warn">What nodes took back cannot be seen: their Redis does not answer.</Notice>
          )}
          {controls.rollbacks?.length === 0 && (
            <p className="text-sm text-ink-muted">No node took a candidate back.</p>
          )}
          {controls.rollbacks && controls.rollbacks.length > 0 && (
            <>
              <ul className="divide-y divide-line rounded-md border border-line text-[0.8125rem]">
                {controls.rollbacks.map((rollback) => (
                  <li key={`${rollback.release}:${rollback.node}`} className="px-4 py-2.5">
                    <p className="font-[560]">
                      {rollback.node} took <code className="font-mono">{rollback.release.slice(0, 12)}</code>{' '}
                      back
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
                    success: 'They may be tried again',
                    failure: 'Failed to change the controls',
                  })
                }
              >
                Let them be tried again
              </Button>
            </>
          )}
        </CardBody>
      </Card>
      {asking && (
        <ConfirmDialog
          open
          title={`Switch ${named} off everywhere?`}
          confirmLabel="Switch off"
          busy={isLoading}
          onCancel={() => setAsking(null)}
          onConfirm={() => turnOff(asking)}
        >
          No edge node runs it for any site until it is switched on again. This is for emergencies.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** What an operator can do about the edge at once: kill switches and the trial of a rule set. */
export function EdgeTab() {
  const query = useGetEdgeControlsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <ListState query={query}>
      {query.data && <Controls key={query.data.version} controls={query.data} />}
    </ListState>
  );
}
