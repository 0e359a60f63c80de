import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { ExclusionPriceNote } from '../../../../entities/policy/exclusion-price-note.tsx';
import { expiryIn, LIFETIMES, targetText } from '../../../../entities/policy/exclusion-words.ts';
import { EXCLUSION_LIMITS } from '../../../../entities/policy/site-policy.ts';
import { useExclusionPrices } from '../../../../entities/policy/use-exclusion-prices.ts';
import type { ListOutcome } from '../../../../entities/policy/use-policy-list.ts';
import type { ManagedRules, RuleExclusion } from '../../../../shared/api/types.ts';
import { formatDate } from '../../../../shared/lib/format.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { useEntrySubmit } from '../form/use-entry-submit.ts';
import { exclusionSchema, targetsOf } from './exclusion-form.ts';

interface ExclusionDialogProps {
  domainId: string;
  exclusion: RuleExclusion;
  isNew: boolean;
  /** Absent while loading or after a failure; rules can then be entered by number. */
  catalogue: ManagedRules | undefined;
  onSave: (exclusion: RuleExclusion) => Promise<ListOutcome>;
  onClose: () => void;
}

/** Edits an exclusion from the managed rules: which rules, where, how long, and why. */
export default function ExclusionDialog({
  domainId,
  exclusion,
  isNew,
  catalogue,
  onSave,
  onClose,
}: ExclusionDialogProps) {
  const form = useForm<RuleExclusion>({ resolver: zodResolver(exclusionSchema), defaultValues: exclusion });
  const {
    register,
    control,
    setValue,
    formState: { errors, isSubmitting },
  } = form;
  const { by, value, target, path_prefix } = useWatch({ control }) as RuleExclusion;
  const named = catalogue !== undefined && !catalogue.own_rules;
  const known = named ? targetsOf(catalogue, { by, value }) : [];
  const everything = target.trim() === '' && path_prefix.trim() === '';
  const parts = [{ by, value, target: target.trim(), path_prefix: path_prefix.trim() }];
  const isComplete = value !== '' && /^(?:\/|$)/.test(path_prefix.trim());
  const { prices, isAsking } = useExclusionPrices(
    domainId,
    path_prefix.trim() || '/',
    target.trim() === '' ? [] : [target.trim()],
    isNew && isComplete ? [parts] : [],
  );

  const { submit, refusal } = useEntrySubmit({ form, list: 'rule_exclusions', onSave, onClose });

  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? 'Add exclusion' : 'Edit exclusion'}
      description="The rule still inspects everything else."
      onSubmit={submit}
      submitLabel={isNew ? 'Add exclusion' : 'Save exclusion'}
      busy={isSubmitting}
    >
      {refusal !== null && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Controller
        control={control}
        name="by"
        render={({ field }) => (
          <Segmented
            label="What it excludes"
            className="w-full sm:w-fit"
            value={field.value}
            onChange={(next) => {
              field.onChange(next);
              setValue('value', '');
              setValue('target', '');
            }}
            options={[
              { value: 'rule_id', label: 'One rule' },
              { value: 'tag', label: 'A family of rules' },
            ]}
          />
        )}
      />
      {named ? (
        <Field label={by === 'rule_id' ? 'Rule' : 'Family'} required error={errors.value?.message}>
          <Select {...register('value')}>
            <option value="">{by === 'rule_id' ? 'Choose a rule' : 'Choose a family'}</option>
            {by === 'tag'
              ? catalogue.families.map(({ tag, name }) => (
                  <option key={tag} value={tag}>
                    {name}
                  </option>
                ))
              : catalogue.families.map(({ tag, name }) => (
                  <optgroup key={tag} label={name}>
                    {catalogue.rules
                      .filter(({ family }) => family === tag)
                      .map(({ id, message }) => (
                        <option key={id} value={String(id)}>
                          {id} · {message}
                        </option>
                      ))}
                  </optgroup>
                ))}
          </Select>
        </Field>
      ) : (
        <Field
          label={by === 'rule_id' ? 'Rule number' : 'Tag'}
          required
          hint="As it stands in the log."
          error={errors.value?.message}
        >
          <Input
            className="font-mono"
            inputMode={by === 'rule_id' ? 'numeric' : undefined}
            autoCapitalize="none"
            spellCheck={false}
            {...register('value')}
          />
        </Field>
      )}
      <Field
        label="Field"
        optional
        hint={
          target.trim() === ''
            ? 'Such as ARGS:comment, the parameter comment. Empty: every field.'
            : `That is ${targetText(target.trim())}.`
        }
        error={errors.target?.message}
      >
        <Input
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="ARGS:comment"
          list="exclusion-targets"
          {...register('target')}
        />
      </Field>
      <datalist id="exclusion-targets">
        {known.map((one) => (
          <option key={one} value={one}>
            {targetText(one)}
          </option>
        ))}
      </datalist>
      <Field
        label="Path begins with"
        optional
        hint="Empty: on every path."
        error={errors.path_prefix?.message}
      >
        <Input
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="/guestbook"
          {...register('path_prefix')}
        />
      </Field>
      {everything && value !== '' && (
        <Notice tone="warn" title="This disables it entirely">
          Without a field or a path, the {by === 'tag' ? 'whole family finds' : 'rule finds'} nothing on this
          domain any more.
        </Notice>
      )}
      {isComplete && <ExclusionPriceNote exclusions={parts} prices={prices} isAsking={isAsking} />}
      <Controller
        control={control}
        name="expires_at"
        render={({ field }) => (
          <Field label="Ends">
            <Select value="kept" onChange={(event) => field.onChange(expiryIn(event.target.value))}>
              <option value="kept">{field.value === null ? 'No end' : formatDate(field.value)}</option>
              {LIFETIMES.map(({ value: days, label }) => (
                <option key={days} value={days}>
                  {days === '' ? label : `In ${label}, on ${formatDate(expiryIn(days) ?? '')}`}
                </option>
              ))}
            </Select>
          </Field>
        )}
      />
      <Field label="Note" optional hint="Reason (for your team)." error={errors.note?.message}>
        <Input maxLength={EXCLUSION_LIMITS.note} {...register('note')} />
      </Field>
    </FormDialog>
  );
}
