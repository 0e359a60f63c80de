import { ListChecks, Plus } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { MoreRulesDialog } from '../../../../entities/plan/upgrade-dialogs.tsx';
import { useEntitlements, usePlanViews } from '../../../../entities/plan/use-plans.ts';
import { useDraftRule } from '../../../../entities/policy/draft-rule.ts';
import {
  moveEntry,
  putEntry,
  removeEntry,
  usePolicyList,
} from '../../../../entities/policy/use-policy-list.ts';
import type { CustomRule, Domain } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { toast } from '../../../../shared/ui/toast.ts';

import { RuleRow } from './rule-row.tsx';
import { copyOf, emptyRule } from './rule-values.ts';
import { TEMPLATES } from './templates.ts';
import { useRuleFindings } from './use-rule-findings.ts';

const RuleDialog = lazy(() => import('./rule-dialog.tsx'));

interface CustomRulesPanelProps {
  domain: Domain;
  /** The rule that a link points to. */
  marked: string | null;
}

/** The owner's rules in order of evaluation. */
export function CustomRulesPanel({ domain, marked }: CustomRulesPanelProps) {
  const { list, change } = usePolicyList(domain.id, 'custom_rules');
  const { entitlements, plan } = useEntitlements();
  const { plans } = usePlanViews();
  const draft = useDraftRule();
  const findings = useRuleFindings(list);
  const [editing, setEditing] = useState<{ rule: CustomRule; at?: number } | null>(draft && { rule: draft });
  const [upgrading, setUpgrading] = useState(false);
  const [announced, setAnnounced] = useState('');
  const rows = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; by: -1 | 1 } | null>(null);

  // Moving a row removes it from the page for a moment, and its focus with it.
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const { id, by } = moved.current;
    moved.current = null;
    rows.current?.querySelector<HTMLElement>(`[data-rule="${id}"] [data-move="${by}"]`)?.focus();
  });

  const most = entitlements.max_custom_rules;
  const full = most !== null && list.length >= most;
  const planName = plans.find(({ slug }) => slug === plan)?.name ?? 'plan';

  const failed = (message: string) => toast.error(message);
  const begin = (rule: CustomRule, at?: number) => {
    if (full) setUpgrading(true);
    else setEditing({ rule, at });
  };
  const toggle = async (rule: CustomRule, enabled: boolean) => {
    const outcome = await change(putEntry({ ...rule, enabled }));
    if (!outcome.ok) failed(outcome.message);
  };
  const move = async (rule: CustomRule, by: -1 | 1) => {
    moved.current = { id: rule.id, by };
    setAnnounced(`${rule.name} is now ${list.indexOf(rule) + 1 + by} of ${list.length}`);
    const outcome = await change(moveEntry(rule.id, by));
    if (!outcome.ok) failed(outcome.message);
  };
  const remove = async (rule: CustomRule, at: number) => {
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
  const isNew = editing !== null && !list.some(({ id }) => id === editing.rule.id);
  const save = async (rule: CustomRule) => {
    const before = list.find(({ id }) => id === rule.id);
    const outcome = await change(putEntry(rule, editing?.at));
    if (!outcome.ok) return outcome;
    toast.undo(before ? 'Rule saved' : 'Rule added', async () => {
      const back = await change(before ? putEntry(before) : removeEntry(rule.id));
      if (!back.ok) failed(back.message);
    });
    return outcome;
  };

  return (
    <section aria-label="Custom rules" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-[0.8125rem] text-ink-muted">
          Evaluated from the top, before the managed rules; the first match decides. Changes reach the edge
          within seconds.{' '}
          <span className="whitespace-nowrap text-ink">
            {most === null
              ? `${list.length} ${list.length === 1 ? 'rule' : 'rules'}.`
              : `${list.length} of ${most} in your ${planName} plan.`}
          </span>
        </p>
        {list.length > 0 && (
          <Button size="sm" icon={<Plus className="size-4" />} onClick={() => begin(emptyRule())}>
            Add rule
          </Button>
        )}
      </div>
      {list.length === 0 ? (
        <>
          <EmptyState
            icon={<ListChecks />}
            title="No rules of your own yet"
            className="py-6"
            action={
              <Button icon={<Plus className="size-4" />} onClick={() => begin(emptyRule())}>
                Add rule
              </Button>
            }
          >
            Block, challenge, log or exempt requests by address, country, path, header and more, or start from
            one of the templates below.
          </EmptyState>
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
            {TEMPLATES.map(({ title, text, rule }) => (
              <li key={title} className="flex">
                <button
                  type="button"
                  onClick={() => begin({ ...rule, id: crypto.randomUUID(), enabled: true })}
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
        <ol ref={rows} aria-label="Custom rules, in order of evaluation" className="grid grid-cols-1 gap-2">
          {list.map((rule, at) => (
            <RuleRow
              key={rule.id}
              domainName={domain.domain_name}
              rule={rule}
              place={at + 1}
              last={at === list.length - 1}
              marked={rule.id === marked}
              finding={findings.get(rule.id)}
              onToggle={(enabled) => toggle(rule, enabled)}
              onMove={(by) => move(rule, by)}
              onEdit={() => setEditing({ rule })}
              onDuplicate={() => begin(copyOf(rule), at + 1)}
              onRemove={() => remove(rule, at)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {editing && (
        <Suspense>
          <RuleDialog
            domainName={domain.domain_name}
            rule={editing.rule}
            isNew={isNew}
            listWith={(rule) => putEntry(rule, editing.at).apply(list)}
            onSave={save}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {upgrading && <MoreRulesDialog used={list.length} onClose={() => setUpgrading(false)} />}
    </section>
  );
}
