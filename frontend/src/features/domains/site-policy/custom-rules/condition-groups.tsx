import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CUSTOM_RULE_LIMITS } from '../../../../entities/policy/site-policy.ts';
import type { CustomRuleCondition } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { type ConditionErrors, ConditionFields } from './condition-fields.tsx';
import { emptyCondition } from './rule-values.ts';

/** Contains the parser; loaded when an expression is written. */
const ExpressionField = lazy(() => import('./expression-field.tsx'));

type Group = readonly CustomRuleCondition[];

interface ConditionGroupsProps {
  /** Groups joined by OR. */
  groups: readonly Group[];
  errorsOf: (group: number, condition: number) => ConditionErrors;
  onChange: (groups: CustomRuleCondition[][]) => void;
}

const views = [
  { value: 'form', label: 'Form' },
  { value: 'expression', label: 'Expression' },
] as const;

/** A rule's conditions, as a form or as an equivalent expression. */
export function ConditionGroups(props: ConditionGroupsProps) {
  const [view, setView] = useState<'form' | 'expression'>('form');
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm">All of this holds</h3>
        <Segmented label="Written as" options={views} value={view} onChange={setView} />
      </div>
      {view === 'form' ? (
        <GroupsForm {...props} />
      ) : (
        <Suspense fallback={<Skeleton className="h-28" />}>
          <ExpressionField groups={props.groups} onChange={props.onChange} />
        </Suspense>
      )}
    </div>
  );
}

function GroupsForm({ groups, errorsOf, onChange }: ConditionGroupsProps) {
  const all = groups.map((group) => [...group]);
  const set = (at: number, group: CustomRuleCondition[]) =>
    onChange(group.length === 0 ? all.toSpliced(at, 1) : all.with(at, group));
  return (
    <>
      {all.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name of their own
        <div key={at} className="grid grid-cols-1 gap-2">
          {at > 0 && <h4 className="text-sm text-ink-muted">or all of this</h4>}
          {group.map((condition, index) => (
            <ConditionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
              key={index}
              index={index}
              condition={condition}
              errors={errorsOf(at, index)}
              onChange={(changed) => set(at, group.with(index, changed))}
              onRemove={
                group.length > 1 || all.length > 1 ? () => set(at, group.toSpliced(index, 1)) : undefined
              }
            />
          ))}
          <div>
            <Button
              size="sm"
              variant="secondary"
              icon={<Plus className="size-4" />}
              disabled={group.length >= CUSTOM_RULE_LIMITS.conditions}
              onClick={() => set(at, [...group, emptyCondition('ip')])}
            >
              Add condition
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus className="size-4" />}
          disabled={all.length > CUSTOM_RULE_LIMITS.alternatives}
          onClick={() => onChange([...all, [emptyCondition()]])}
        >
          Add alternative
        </Button>
      </div>
    </>
  );
}
