import { lazy, Suspense, useState } from 'react';
import type { EdgeControls } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { NumberInput } from '../../../shared/ui/number-input.tsx';
import { SwitchRow } from '../../../shared/ui/switch.tsx';
import {
  useForgiveRollbacksMutation,
  useGetEdgeControlsQuery,
  useUpdateEdgeControlsMutation,
} from '../common/admin-api.ts';
import { ListState } from '../common/list-state.tsx';

/** Comes after what is for emergencies. */
const LaterCards = lazy(() => import('./later-cards.tsx'));

type Switch = EdgeControls['switched_off'][number];
/** A switch without words here does not compile: it could not be used. */
type AcceleratorSwitch = Extract<Switch, `engine_${string}`>;
type ProtectionSwitch = Exclude<Switch, AcceleratorSwitch>;
interface Row {
  label: string;
  description: string;
}

const protections: Readonly<Record<ProtectionSwitch, Row>> = {
  rules: { label: 'Rules', description: 'Managed and custom rules judge requests and responses.' },
  rule_releases: {
    label: 'Rule sets',
    description: 'Sites run the rule set of their choice; off: the managed rules.',
  },
  application_packs: {
    label: 'Application packs',
    description: 'Exclusions and virtual patches for applications apply.',
  },
  bots: { label: 'Bots', description: 'Bots are verified, refused or challenged.' },
  crawlers: { label: 'Crawlers', description: 'Sites refuse or slow down crawlers by their kind.' },
  ddos: { label: 'DDoS', description: 'Floods of requests and connections are stopped.' },
  rate_limits: { label: 'Rate limits', description: 'Clients over a limit are banned.' },
  geo: { label: 'Countries', description: 'Blocked countries are refused.' },
  cache: { label: 'Cache', description: 'Responses are stored and served from the edge.' },
  compression: { label: 'Compression', description: 'Responses are compressed.' },
  upload_scan: { label: 'Upload scan', description: 'Uploads wait for the virus scanner.' },
};

const accelerators: Readonly<Record<AcceleratorSwitch, Row>> = {
  engine_scan_index: { label: 'Scan index', description: 'Scans each value once for all rules.' },
  engine_quick_look: {
    label: 'Document prefilter',
    description: 'Skips members of documents that no rule looks for.',
  },
  engine_candidate_memo: { label: 'Candidate cache', description: 'Remembers short values that come again.' },
  engine_transformation_cache: {
    label: 'Transformation cache',
    description: 'Transforms each value once per chain.',
  },
  engine_transformation_triggers: {
    label: 'Transformation triggers',
    description: 'Skips transformations that change nothing.',
  },
  engine_site_plans: { label: 'Site plans', description: 'Runs rules about no request when a site loads.' },
  engine_packed_arguments: {
    label: 'Packed arguments',
    description: 'Keeps members of documents as bytes.',
  },
  engine_request_look: {
    label: 'Request prefilter',
    description: 'Skips the search for nested values in plain requests.',
  },
  engine_value_look: {
    label: 'Value prefilter',
    description: 'Skips values that cannot hold another one.',
  },
  engine_sql_look: { label: 'SQL prefilter', description: 'Skips values of words without meaning in SQL.' },
  engine_single_values: { label: 'Single values', description: 'Reads targets of one value directly.' },
  engine_automaton_states: { label: 'Automaton states', description: 'Keeps the states of patterns.' },
  engine_scan_reuse: { label: 'Scan reuse', description: 'Reuses the objects of a scan.' },
};
const words: Readonly<Record<Switch, Row>> = { ...protections, ...accelerators };

function Controls({ controls }: { controls: EdgeControls }) {
  const [update, { isLoading }] = useUpdateEdgeControlsMutation();
  const [forgive, forgiving] = useForgiveRollbacksMutation();
  const [confirming, setConfirming] = useState<Switch | null>(null);
  const [percent, setPercent] = useState(controls.candidate_percent);
  const off = new Set(controls.switched_off);

  const save = (part: Partial<Pick<EdgeControls, 'switched_off' | 'candidate_percent'>>, success: string) => {
    const { switched_off, candidate_percent, version } = { ...controls, ...part };
    return attempt(update({ edgeControlsUpdate: { switched_off, candidate_percent, version } }).unwrap(), {
      success,
      failure: 'Failed to change the controls',
    });
  };

  const turnOn = async (phase: Switch) => {
    const left = controls.switched_off.filter((other) => other !== phase);
    await save({ switched_off: left }, 'Switched on again, on all edge nodes');
  };
  const turnOff = async (phase: Switch) => {
    const done = await save(
      { switched_off: [...controls.switched_off, phase] },
      'Switched off on all edge nodes',
    );
    if (done) setConfirming(null);
  };
  const named = confirming && words[confirming].label;

  const switches = (rows: Readonly<Partial<Record<Switch, Row>>>) => (
    <div className="divide-y divide-line border-y border-line">
      {(Object.keys(rows) as Switch[]).map((name) => (
        <SwitchRow
          key={name}
          label={words[name].label}
          description={words[name].description}
          checked={!off.has(name)}
          disabled={isLoading}
          badge={off.has(name) ? <Badge tone="danger">Off everywhere</Badge> : null}
          onCheckedChange={(on) => (on ? turnOn(name) : setConfirming(name))}
        />
      ))}
    </div>
  );

  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Card>
        <CardHeader
          title="Phases of the edge"
          description={`What every edge node runs, whatever sites have configured. Last change ${formatDateTime(controls.changed_at)}.`}
        />
        <CardBody>
          {off.size > 0 && (
            <Notice tone="warn" role="alert" className="mb-3">
              {off.size === 1 ? 'One switch is' : `${off.size} switches are`} off for all sites.
            </Notice>
          )}
          {switches(protections)}
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
              <ul className="divide-y divide-line rounded-md border border-line text-[0.8125rem] wrap-anywhere">
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
      <Card className="h-fit lg:col-span-2">
        <CardHeader
          title="Accelerators of the rule engine"
          description="Without them rules give the same answers and take longer. Switch one off if it may hide an attack."
        />
        <CardBody>{switches(accelerators)}</CardBody>
      </Card>
      {confirming && (
        <ConfirmDialog
          open
          title={`Switch ${named} off everywhere?`}
          confirmLabel="Switch off"
          busy={isLoading}
          onCancel={() => setConfirming(null)}
          onConfirm={() => turnOff(confirming)}
        >
          No edge node runs it for any site until it is switched on again. This is for emergencies.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** What an operator can do about the edge at once, kill switches and the trial of a rule set, and the lists that are offered to owners. */
export function EdgeTab() {
  const query = useGetEdgeControlsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListState query={query}>
        {query.data && <Controls key={query.data.version} controls={query.data} />}
      </ListState>
      <Suspense fallback={null}>
        <LaterCards />
      </Suspense>
    </div>
  );
}
