import { startTransition, useState } from 'react';
import { useListRolloutsQuery } from '../../../../entities/rollout/rollouts-api.ts';
import { formatDateTime } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { ConfigChanges } from '../changes/config-changes.tsx';
import { RolloutFigures } from './rollout-figures.tsx';
import { STATES } from './rollout-words.ts';
import { RuleReleases } from './rule-releases.tsx';

const NEWEST = 2;

/** Earlier roll-outs on this site: of rule releases, and of policy changes. */
export default function PastRollouts({ domainId }: { domainId: string }) {
  return (
    <>
      <RuleReleases domainId={domainId} />
      <PolicyRollouts domainId={domainId} />
    </>
  );
}

/** Earlier roll-outs of policy changes with their outcome and reason. Renders nothing if there were none. */
function PolicyRollouts({ domainId }: { domainId: string }) {
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useListRolloutsQuery(
    { id: domainId },
    { refetchOnMountOrArgChange: true },
  );
  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'The roll-outs could not be loaded')}
        onRetry={refetch}
        className="py-6"
      />
    );
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Roll-outs" className="mb-6 grid grid-cols-1 gap-3">
      <h2 className="text-sm">Roll-outs</h2>
      <ol className="grid grid-cols-1 gap-3">
        {data.slice(0, all ? data.length : NEWEST).map((rollout) => (
          <li key={rollout.id} className="grid grid-cols-1 gap-2 rounded-md border border-line px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-between">
              <span className="text-sm font-[600]">{formatDateTime(rollout.started_at)}</span>
              <span className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted max-sm:order-last max-sm:basis-full">
                {rollout.share_percent}% of visitors
                {rollout.ended_at !== null && ` · until ${formatDateTime(rollout.ended_at)}`}
              </span>
              <Badge tone={STATES[rollout.state].tone}>{STATES[rollout.state].label}</Badge>
            </div>
            {rollout.reason !== '' && <p className="text-sm">{rollout.reason}</p>}
            <ConfigChanges changes={rollout.changes} />
            {rollout.figures !== null && (
              <details className="text-[0.8125rem]">
                <summary className="link min-h-6 w-fit cursor-pointer">Figures</summary>
                <RolloutFigures figures={rollout.figures} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {data.length > NEWEST && !all && (
        <Button
          size="sm"
          variant="ghost"
          className="w-fit"
          onClick={() => startTransition(() => setAll(true))}
        >
          Show all {data.length} roll-outs
        </Button>
      )}
    </section>
  );
}
