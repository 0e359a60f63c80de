import { ExpressionError, parseExpression, printExpression } from '@palisade/site-policy/expression';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CUSTOM_RULE_LIMITS } from '../../../../entities/policy/site-policy.ts';
import type { CustomRuleCondition } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Textarea } from '../../../../shared/ui/input.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { type ConditionErrors, ConditionFields } from './condition-fields.tsx';
import { emptyCondition } from './rule-values.ts';

type Group = readonly CustomRuleCondition[];

interface ConditionGroupsProps {
  /** One of them must hold as a whole. */
  groups: readonly Group[];
  errorsOf: (group: number, condition: number) => ConditionErrors;
  onChange: (groups: CustomRuleCondition[][]) => void;
}

const views = [
  { value: 'form', label: 'Form' },
  { value: 'expression', label: 'Expression' },
] as const;

/** When a rule applies, as a form or as an expression of the same meaning. */
export function ConditionGroups(props: ConditionGroupsProps) {
  const [view, setView] = useState<'form' | 'expression'>('form');
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm">All of this holds</h3>
        <Segmented label="Written as" options={views} value={view} onChange={setView} />
      </div>
      {view === 'form' ? <GroupsForm {...props} /> : <ExpressionField {...props} />}
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

/** Checked as it is typed; what is right goes into the rule at once. */
function ExpressionField({ groups, onChange }: ConditionGroupsProps) {
  const [typed, setTyped] = useState(() => printExpression(groups));
  const [fault, setFault] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    try {
      onChange(parseExpression(text).map((group) => [...group]));
      setFault(undefined);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      setFault(`At character ${error.offset + 1}: ${error.message}`);
    }
  };
  return (
    <Field
      label="Expression"
      error={fault}
      hint='For example (path starts_with "/admin" or header["X-Key"] exists) and not country equals {DE, AT}'
    >
      <Textarea
        className="min-h-28 font-mono"
        spellCheck={false}
        autoCapitalize="none"
        value={typed}
        onChange={({ target }) => take(target.value)}
      />
    </Field>
  );
}
