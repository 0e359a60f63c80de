import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { RULE_SET_LIMITS } from '../../../../entities/policy/site-policy.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { NumberField, Refused } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import type { PolicyFields } from './policy-fields.ts';

/** An empty field; the schema reports that it is no number. */
const NOT_TYPED_YET = '' as unknown as number;

/** Rules that only log on this site, or have another score. */
export function RuleAdjustments() {
  const { control, setValue } = useFormContext<PolicyFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'rule_adjustments' });
  const adjusted = useWatch({ control, name: 'rule_adjustments' });
  const { errors } = useFormState({ control, name: 'rule_adjustments' });
  return (
    <div className="grid grid-cols-1 gap-3 pt-0.5">
      <div className="flex items-start justify-between gap-3">
        <p className="max-w-prose text-[0.8125rem] text-ink-muted">
          Make a single rule log only, or change its score. To disable a rule, add an exclusion.
        </p>
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus className="size-4" />}
          disabled={fields.length >= RULE_SET_LIMITS.adjustments}
          onClick={() => append({ rule_id: NOT_TYPED_YET, log_only: true, score: null })}
        >
          Add rule
        </Button>
      </div>
      {fields.map(({ id }, index) => {
        const { log_only: logOnly = true, rule_id: rule = NOT_TYPED_YET } = adjusted[index] ?? {};
        return (
          <div
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[9rem_minmax(0,1fr)_9rem_auto]"
          >
            <NumberField
              control={control}
              name={`rule_adjustments.${index}.rule_id`}
              label="Rule number"
              className="max-sm:col-span-2"
            />
            <div className={cn('sm:mt-8', !logOnly && 'max-sm:col-span-2')}>
              <Checkbox
                label="Log only"
                checked={logOnly}
                onCheckedChange={(on) => {
                  setValue(`rule_adjustments.${index}.log_only`, on, { shouldDirty: true });
                  setValue(`rule_adjustments.${index}.score`, on ? null : 3, { shouldDirty: true });
                }}
              />
            </div>
            {logOnly ? (
              <span className="max-sm:hidden" />
            ) : (
              <NumberField
                control={control}
                name={`rule_adjustments.${index}.score` as 'paranoia_level'}
                label="Score"
                limits={RULE_SET_LIMITS.score}
              />
            )}
            <Button
              size="icon"
              variant="ghost"
              className={cn('text-danger-text sm:mt-6.5', !logOnly && 'mt-6.5')}
              aria-label={`Remove rule ${rule}`}
              icon={<Trash2 className="size-4" />}
              onClick={() => remove(index)}
            />
          </div>
        );
      })}
      <Refused message={firstMessage(errors.rule_adjustments)} />
    </div>
  );
}
