import { useState } from 'react';
import {
  useDecideForSiteMutation,
  useEndRuleRolloutMutation,
  useListRuleRolloutSitesQuery,
  useListRuleRolloutsQuery,
  useStartRuleRolloutMutation,
} from '../../../entities/rollout/rollouts-api.ts';
import {
  DECISION_WORDS,
  DECISIONS,
  type RuleStage,
  releaseName,
  STAGES,
} from '../../../entities/rollout/rule-rollout-words.ts';
import { ShadowFigures } from '../../../entities/rollout/shadow-figures.tsx';
import type { RuleRollout, RuleRolloutSite, RuleRollouts } from '../../../shared/api/types.ts';
import { formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { ListState } from '../lists/list-state.tsx';

const POLL_MS = 10_000;
const FAILURE = 'This could not be done';

/** Candidate rule releases, which each site tries on its own traffic and adopts or holds by itself. */
export default function RuleRolloutsCard() {
  const query = useListRuleRolloutsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <Card>
      <CardHeader
        title="Roll-outs of rules"
        description="Each site first runs a candidate on its own traffic without effect. It switches to the candidate if no visitor would have been blocked by mistake, and keeps its current rules otherwise."
      />
      <CardBody className="grid grid-cols-1 gap-5">
        <ListState query={query}>{query.data && <Rollouts data={query.data} />}</ListState>
      </CardBody>
    </Card>
  );
}

function Rollouts({ data: { candidates, nodes, rollouts } }: { data: RuleRollouts }) {
  const [start, { isLoading }] = useStartRuleRolloutMutation();
  const running = new Set(rollouts.filter((one) => one.ended_at === null).map(({ release }) => release));
  const waiting = candidates?.filter(({ release }) => !running.has(release)) ?? [];
  return (
    <>
      {candidates === null && (
        <Notice tone="warn">
          The candidates on the edge nodes are unknown: their Redis does not respond.
        </Notice>
      )}
      {waiting.map(({ release, candidate, nodes: having }) => (
        <div key={candidate} className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-sm wrap-anywhere">
            Candidate of the {releaseName(release)} <code className="font-mono">{candidate}</code>, on{' '}
            {having} of {nodes} nodes
          </p>
          <Button
            size="sm"
            busy={isLoading}
            onClick={() =>
              attempt(start({ ruleRolloutStart: { release } }).unwrap(), {
                success: 'Sites begin to try it',
                failure: FAILURE,
              })
            }
          >
            Roll out
          </Button>
        </div>
      ))}
      {candidates !== null && waiting.length === 0 && rollouts.length === 0 && (
        <p className="text-sm text-ink-muted">No edge node has a candidate, and none was rolled out yet.</p>
      )}
      {rollouts.map((rollout) => (
        <Rollout key={rollout.id} rollout={rollout} />
      ))}
    </>
  );
}

function Rollout({ rollout }: { rollout: RuleRollout }) {
  const [stage, setStage] = useState<RuleStage>('held');
  const [isEnding, setEnding] = useState(false);
  const [end, { isLoading }] = useEndRuleRolloutMutation();
  const { sites } = rollout;
  const isOver = rollout.ended_at !== null;
  const stages: RuleStage[] = ['held', 'shadow', 'promoted'];
  return (
    <section
      aria-label={`Roll-out of ${rollout.candidate}`}
      className="grid grid-cols-1 gap-3 rounded-md border border-line px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm wrap-anywhere">
          New {releaseName(rollout.release)} <code className="font-mono">{rollout.candidate}</code> · since{' '}
          {formatDateTime(rollout.started_at)}
          {rollout.ended_at !== null && ` until ${formatDateTime(rollout.ended_at)}`}
        </p>
        {!isOver && (
          <Button size="sm" variant="secondary" onClick={() => setEnding(true)}>
            End
          </Button>
        )}
      </div>
      {rollout.is_halted && (
        <Notice tone="warn" role="alert">
          Many sites hold it back. No further site switches to it automatically.
        </Notice>
      )}
      {sites.waiting !== null && sites.waiting > 0 && (
        <p className="text-[0.8125rem] text-ink-muted">{formatCount(sites.waiting)} sites have not begun.</p>
      )}
      <Segmented
        label="Sites"
        className="w-full sm:w-fit"
        value={stage}
        onChange={setStage}
        options={stages.map((value) => ({
          value,
          label: `${STAGES[value].label} (${formatCount(sites[value])})`,
        }))}
      />
      {sites[stage] > 0 && <Sites rollout={rollout} stage={stage} />}
      <ConfirmDialog
        open={isEnding}
        title="End this roll-out?"
        confirmLabel="End"
        busy={isLoading}
        onCancel={() => setEnding(false)}
        onConfirm={async () => {
          const done = await attempt(end({ rolloutId: rollout.id }).unwrap(), {
            success: 'The roll-out is over',
            failure: FAILURE,
          });
          if (done) setEnding(false);
        }}
      >
        All sites then use the installed rules. Install the candidate as these rules first if you want to keep
        it. Sites that hold it back: {formatCount(sites.held)}.
      </ConfirmDialog>
    </section>
  );
}

function Sites({ rollout, stage }: { rollout: RuleRollout; stage: RuleStage }) {
  const query = useListRuleRolloutSitesQuery(
    { rolloutId: rollout.id, stage },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  return (
    <ListState query={query}>
      <ul className="divide-y divide-line rounded-md border border-line">
        {query.data?.map((site) => (
          <li key={site.id} className="grid grid-cols-1 gap-2 px-4 py-3">
            <Site rollout={rollout} site={site} />
          </li>
        ))}
      </ul>
    </ListState>
  );
}

function Site({ rollout, site }: { rollout: RuleRollout; site: RuleRolloutSite }) {
  const [decide, { isLoading }] = useDecideForSiteMutation();
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 text-sm font-[560] wrap-anywhere">{site.domain_name}</span>
        <Badge tone={STAGES[site.stage].tone}>{STAGES[site.stage].label}</Badge>
      </div>
      {site.reason !== '' && <p className="text-[0.8125rem] wrap-anywhere">{site.reason}</p>}
      {site.figures !== null && <ShadowFigures figures={site.figures} />}
      {rollout.ended_at === null && (
        <div className="flex flex-wrap gap-2">
          {DECISIONS[site.stage].map((decision) => (
            <Button
              key={decision}
              size="sm"
              variant="secondary"
              busy={isLoading}
              aria-label={`${DECISION_WORDS[decision].label}: ${site.domain_name}`}
              onClick={() =>
                attempt(
                  decide({
                    rolloutId: rollout.id,
                    partId: site.id,
                    ruleRolloutDecision: { decision },
                  }).unwrap(),
                  { success: DECISION_WORDS[decision].success, failure: FAILURE },
                )
              }
            >
              {DECISION_WORDS[decision].label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
