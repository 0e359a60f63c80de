import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form';
import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import {
  countedThings,
  limitActions,
  type RateLimitAction,
  type RateLimitCount,
  rateLimitText,
} from '../../../../entities/policy/policy-words.ts';
import {
  NUMBER_FIELDS,
  RATE_LIMIT_BLOCKS,
  RATE_LIMIT_DELAYS,
  RATE_LIMIT_RULE_LIMITS,
  rateLimitRuleSchema,
} from '../../../../entities/policy/site-policy.ts';
import type { ListOutcome } from '../../../../entities/policy/use-policy-list.ts';
import type { RateLimitRule } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { conditionErrors } from '../custom-rules/condition-errors.ts';
import { ConditionFields } from '../custom-rules/condition-fields.tsx';
import { emptyCondition } from '../custom-rules/rule-values.ts';
import { NumberField } from '../form/fields.tsx';
import { useEntrySubmit } from '../form/use-entry-submit.ts';
import { KeyFields } from './key-fields.tsx';
import { settledLimit, withOwnParts } from './limit-values.ts';

interface LimitDialogProps {
  /** Initial values. */
  rule: RateLimitRule;
  isNew: boolean;
  onSave: (rule: RateLimitRule) => Promise<ListOutcome>;
  onClose: () => void;
}

const resolver = zodResolver(rateLimitRuleSchema) as unknown as Resolver<RateLimitRule>;
const counted = Object.entries(countedThings) as [RateLimitCount, { label: string }][];
const actions = Object.entries(limitActions) as [RateLimitAction, (typeof limitActions)[RateLimitAction]][];

function nameErrors(errors: FieldErrors<RateLimitRule>): Record<number, string | undefined> {
  const parts = Array.isArray(errors.key) ? errors.key : [];
  return Object.fromEntries(parts.map((part, index) => [index, part?.name?.message]));
}

/** Edits a rate limit: amount, key, conditions, action. */
export default function LimitDialog({ rule, isNew, onSave, onClose }: LimitDialogProps) {
  const form = useForm<RateLimitRule>({ resolver, defaultValues: rule });
  const {
    register,
    control,
    getValues,
    reset,
    setValue,
    formState: { errors, isSubmitting },
  } = form;
  const draft = useWatch({ control }) as RateLimitRule;
  const { conditions, counts, algorithm, action } = draft;

  const { submit, refusal } = useEntrySubmit({
    form,
    list: 'rate_limit_rules',
    onSave: (values) => onSave(settledLimit(values)),
    onClose,
  });

  const choose = (part: Partial<RateLimitRule>) =>
    reset(withOwnParts({ ...getValues(), ...part }), { keepDefaultValues: true });
  const revalidates = { shouldDirty: true, shouldValidate: Object.keys(errors).length > 0 };
  const setConditions = (next: RateLimitRule['conditions']) => setValue('conditions', next, revalidates);

  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={isNew ? 'Add limit' : 'Edit limit'}
      description={<ListNamesIn text={rateLimitText(settledLimit(draft))} />}
      onSubmit={submit}
      submitLabel={isNew ? 'Add limit' : 'Save limit'}
      busy={isSubmitting}
    >
      {refusal !== null && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="Name" required error={errors.name?.message}>
        <Input
          maxLength={RATE_LIMIT_RULE_LIMITS.name}
          placeholder="Sign-ins of one account"
          {...register('name')}
        />
      </Field>
      <div className="grid grid-cols-1 gap-3">
        <h3 className="text-sm">No more than</h3>
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[5rem_minmax(0,1fr)_6rem_minmax(0,1.2fr)]">
          <NumberField control={control} name="amount" label="Amount" />
          <Field label="Of">
            <Select
              value={counts}
              onChange={({ target }) => choose({ counts: target.value as RateLimitCount })}
            >
              {counted.map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <NumberField control={control} name="window_seconds" label="In seconds" />
          {counts !== 'distinct_paths' && (
            <Field label="Counted in">
              <Select
                value={algorithm}
                onChange={({ target }) => choose({ algorithm: target.value as RateLimitRule['algorithm'] })}
              >
                <option value="sliding_window">Sliding window</option>
                <option value="token_bucket">Token bucket</option>
              </Select>
            </Field>
          )}
          {algorithm === 'token_bucket' && <NumberField control={control} name="burst" label="Burst" />}
          {counts === 'failures' && (
            <Field
              label="Statuses that count"
              className="col-span-2"
              error={
                errors.statuses?.message ?? errors.statuses?.root?.message ?? errors.statuses?.[0]?.message
              }
            >
              <Input
                className="font-mono"
                inputMode="numeric"
                placeholder="401, 403"
                {...register('statuses', { setValueAs: statusesOf })}
              />
            </Field>
          )}
        </div>
        <KeyFields
          parts={draft.key}
          errors={nameErrors(errors)}
          onChange={(key) => setValue('key', key, revalidates)}
        />
      </div>
      <div className="grid grid-cols-1 gap-2">
        <h3 className="text-sm">For requests that meet all of these conditions</h3>
        {conditions.length === 0 && (
          <p className="text-[0.8125rem] text-ink-muted">No conditions: every request counts.</p>
        )}
        {conditions.map((condition, index) => (
          <ConditionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
            key={index}
            index={index}
            without={NUMBER_FIELDS}
            condition={condition}
            errors={conditionErrors(errors.conditions?.[index])}
            onChange={(changed) => setConditions(conditions.with(index, changed))}
            onRemove={() => setConditions(conditions.toSpliced(index, 1))}
          />
        ))}
        <div>
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus className="size-4" />}
            disabled={conditions.length >= RATE_LIMIT_RULE_LIMITS.conditions}
            onClick={() => setConditions([...conditions, emptyCondition('path')])}
          >
            Add condition
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-2">
        <h3 className="text-sm">Beyond it</h3>
        <div className="grid grid-cols-2 items-start gap-3">
          <Field label="What happens" error={errors.action?.message}>
            <Select
              value={action}
              onChange={({ target }) => choose({ action: target.value as RateLimitAction })}
            >
              {actions.map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {action === 'block' && (
            <NumberField
              control={control}
              name="block_seconds"
              label="For seconds"
              limits={RATE_LIMIT_BLOCKS}
            />
          )}
          {action === 'slow_down' && (
            <NumberField
              control={control}
              name="delay_ms"
              label="By milliseconds"
              limits={RATE_LIMIT_DELAYS}
            />
          )}
        </div>
        <p className="text-[0.8125rem] text-ink-muted">{limitActions[action].hint}</p>
      </div>
    </FormDialog>
  );
}

/** Parses "401, 403"; invalid numbers are left to the schema. */
function statusesOf(typed: string | readonly number[]): number[] {
  if (typeof typed !== 'string') return [...typed];
  return typed
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
}
