import { useState } from 'react';
import type { EdgeControls } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { SwitchRow } from '../../../shared/ui/switch.tsx';
import { useGetEdgeControlsQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { CandidateCard } from './candidate-card.tsx';
import { EdgeNodes } from './edge-nodes.tsx';
import { accelerators, protections, type Row, type Switch, words } from './edge-switches.ts';
import OperatorLists from './operator-lists.tsx';
import RuleRollouts from './rule-rollouts.tsx';
import { useSaveControls } from './use-save-controls.ts';

interface SwitchesCardProps {
  controls: EdgeControls;
  rows: Readonly<Partial<Record<Switch, Row>>>;
  title: string;
  description: string;
}

/** Switches for all sites. */
function SwitchesCard({ controls, rows, ...head }: SwitchesCardProps) {
  const { save, saving } = useSaveControls(controls);
  const [confirming, setConfirming] = useState<Switch | null>(null);
  const off = new Set(controls.switched_off);
  const names = Object.keys(rows) as Switch[];
  const named = confirming && words[confirming].label;

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

  return (
    <Card>
      <CardHeader {...head} />
      <CardBody>
        <div className="grid grid-cols-1 border-b border-line lg:grid-cols-2 lg:gap-x-8">
          {names.map((name) => (
            <div key={name} className="border-t border-line">
              <SwitchRow
                label={words[name].label}
                description={words[name].description}
                checked={!off.has(name)}
                disabled={saving}
                badge={off.has(name) ? <Badge tone="danger">Off everywhere</Badge> : null}
                onCheckedChange={(on) => (on ? turnOn(name) : setConfirming(name))}
              />
            </div>
          ))}
        </div>
      </CardBody>
      {confirming && (
        <ConfirmDialog
          open
          title={`Switch ${named} off everywhere?`}
          confirmLabel="Switch off"
          busy={saving}
          onCancel={() => setConfirming(null)}
          onConfirm={() => turnOff(confirming)}
        >
          No edge node runs it for any site until it is switched on again. This is for emergencies.
        </ConfirmDialog>
      )}
    </Card>
  );
}

/**
 * In the order of an operator's needs: what is off for everybody, how the nodes are, emergency switches, rules being
 * rolled out, lists for owners; last what is rarely changed.
 */
export function EdgeTab() {
  const query = useGetEdgeControlsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: controls } = query;
  const off = controls?.switched_off.length ?? 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {off > 0 && (
        <Notice tone="warn" role="alert">
          {off === 1 ? 'One switch is' : `${off} switches are`} off for all sites.
        </Notice>
      )}
      <EdgeNodes />
      <ListState query={query}>
        {controls && (
          <SwitchesCard
            controls={controls}
            rows={protections}
            title="Kill switches"
            description={`Off here means off for every site, whatever its configuration. Last change ${formatDateTime(controls.changed_at)}.`}
          />
        )}
      </ListState>
      <RuleRollouts />
      {controls && <CandidateCard key={controls.version} controls={controls} />}
      <OperatorLists />
      {controls && (
        <SwitchesCard
          controls={controls}
          rows={accelerators}
          title="Accelerators of the rule engine"
          description="Without them, rules give the same verdicts but take longer. Switch one off if you suspect it hides an attack."
        />
      )}
    </div>
  );
}
