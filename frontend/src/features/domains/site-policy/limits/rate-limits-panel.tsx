import { Gauge, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { MoreRulesDialog, UpgradeRequiredDialog } from '../../../../entities/plan/upgrade-dialogs.tsx';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { putEntry, removeEntry, usePolicyList } from '../../../../entities/policy/use-policy-list.ts';
import type { Domain, RateLimitRule } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { toast } from '../../../../shared/ui/toast.ts';
import { LimitRow } from './limit-row.tsx';
import { emptyLimit, LIMIT_TEMPLATES } from './limit-values.ts';

const LimitDialog = lazy(() => import('./limit-dialog.tsx'));

interface RateLimitsPanelProps {
  domain: Domain;
  /** The limit that a link points to. */
  marked: string | null;
}

/** The owner's limits. The site's plain limit is part of the policy form. */
export default function RateLimitsPanel({ domain, marked }: RateLimitsPanelProps) {
  const { list, change } = usePolicyList(domain.id, 'rate_limit_rules');
  const { allows, entitlements } = useEntitlements();
  const [editing, setEditing] = useState<RateLimitRule | null>(null);
  const [lacking, setLacking] = useState<'feature' | 'number' | null>(null);

  const most = entitlements.max_custom_rules;
  const failed = (message: string) => toast.error(message);
  const begin = (rule: RateLimitRule) => {
    if (!allows('rateLimiting')) setLacking('feature');
    else if (most !== null && list.length >= most) setLacking('number');
    else setEditing(rule);
  };
  const toggle = async (rule: RateLimitRule, enabled: boolean) => {
    const outcome = await change(putEntry({ ...rule, enabled }));
    if (!outcome.ok) failed(outcome.message);
  };
  const remove = async (rule: RateLimitRule, at: number) => {
    const outcome = await change(removeEntry(rule.id));
    if (!outcome.ok) {
      failed(outcome.message);
      return;
    }
    toast.undo(`${rule.name} removed`, async () => {
      const back = await change(putEntry(rule, at));
      if (!back.ok) failed(back.message);
    });
  };
  const save = async (rule: RateLimitRule) => {
    const outcome = await change(putEntry(rule));
    if (outcome.ok) toast.success('Limit saved');
    return outcome;
  };
  const addButton = (
    <Button icon={<Plus className="size-4" />} onClick={() => begin(emptyLimit())}>
      Add limit
    </Button>
  );

  return (
    <section aria-label="Rate limit rules" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-[0.8125rem] text-ink-muted">
          Counted across all edges, in addition to the rate limit of your policy. Allowed IPs are exempt.{' '}
          {most !== null && allows('rateLimiting') && (
            <span className="whitespace-nowrap text-ink">
              {list.length} of {most} in your plan.
            </span>
          )}
        </p>
        {list.length > 0 && addButton}
      </div>
      {list.length === 0 ? (
        <>
          <EmptyState icon={<Gauge />} title="No rate limit rules yet" className="py-6" action={addButton}>
            Count requests, failed sign-ins, bytes or paths by address, session, API key and more; then
            refuse, slow down, challenge or block.
          </EmptyState>
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
            {LIMIT_TEMPLATES.map(({ title, text, rule }) => (
              <li key={title} className="flex">
                <button
                  type="button"
                  onClick={() => begin(rule())}
                  className="flex w-full flex-col rounded-md border border-line bg-surface p-4 text-left transition-colors hover:border-field-line hover:bg-sunken"
                >
                  <span className="block text-sm font-[600]">{title}</span>
                  <span className="mt-1 block text-[0.8125rem] text-ink-muted">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ol aria-label="Rate limit rules, in order of evaluation" className="grid grid-cols-1 gap-2">
          {list.map((rule, at) => (
            <LimitRow
              key={rule.id}
              rule={rule}
              marked={rule.id === marked}
              onToggle={(enabled) => toggle(rule, enabled)}
              onEdit={() => setEditing(rule)}
              onRemove={() => remove(rule, at)}
            />
          ))}
        </ol>
      )}
      {editing && (
        <Suspense>
          <LimitDialog
            rule={editing}
            isNew={!list.some(({ id }) => id === editing.id)}
            onSave={save}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {lacking === 'feature' && (
        <UpgradeRequiredDialog feature="rateLimiting" onClose={() => setLacking(null)} />
      )}
      {lacking === 'number' && <MoreRulesDialog used={list.length} onClose={() => setLacking(null)} />}
    </section>
  );
}
