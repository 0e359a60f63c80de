import {
  useDecideRuleRolloutMutation,
  useListSiteRuleRolloutsQuery,
} from '../../../../entities/rollout/rollouts-api.ts';
import {
  DECISION_WORDS,
  DECISIONS,
  releaseName,
  STAGES,
} from '../../../../entities/rollout/rule-rollout-words.ts';
import { ShadowFigures } from '../../../../entities/rollout/shadow-figures.tsx';
import type { SiteRuleRollout } from '../../../../shared/api/types.ts';
import { formatDateTime } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';

/** Rule releases tried on the site's traffic, with actions. Renders nothing if there were none. */
export function RuleReleases({ domainId }: { domainId: string }) {
  const { data, error, refetch } = useListSiteRuleRolloutsQuery(
    { id: domainId },
    { refetchOnMountOrArgChange: true },
  );
  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'The roll-outs of new rules could not be loaded')}
        onRetry={refetch}
        className="py-6"
      />
    );
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="New rules" className="mb-6 grid grid-cols-1 gap-3">
      <h2 className="text-sm">New rules</h2>
      <p className="text-[0.8125rem] text-ink-muted">
        A new release of rules first runs on your traffic without blocking. It takes effect once no visitor
        would have been blocked by mistake.
      </p>
      <ol className="grid grid-cols-1 gap-3">
        {data.map((part) => (
          <li key={part.id} className="grid grid-cols-1 gap-2 rounded-md border border-line px-4 py-3">
            <RuleRelease domainId={domainId} part={part} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function RuleRelease({ domainId, part }: { domainId: string; part: SiteRuleRollout }) {
  const [decide, { isLoading }] = useDecideRuleRolloutMutation();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:justify-between">
        <span className="text-sm font-[600]">{formatDateTime(part.started_at)}</span>
        <span className="min-w-0 flex-1 text-[0.8125rem] wrap-anywhere text-ink-muted max-sm:order-last max-sm:basis-full">
          New {releaseName(part.release)} · {part.candidate}
          {part.is_over && ' · over'}
        </span>
        <Badge tone={STAGES[part.stage].tone}>{STAGES[part.stage].label}</Badge>
      </div>
      {part.reason !== '' && <p className="text-sm">{part.reason}</p>}
      <ShadowFigures figures={part.figures} />
      {!part.is_over && (
        <div className="flex flex-wrap gap-2">
          {DECISIONS[part.stage].map((decision) => (
            <Button
              key={decision}
              size="sm"
              variant="secondary"
              busy={isLoading}
              onClick={() =>
                attempt(
                  decide({ id: domainId, partId: part.id, ruleRolloutDecision: { decision } }).unwrap(),
                  { success: DECISION_WORDS[decision].success, failure: 'The decision could not be saved' },
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
