import { useForm } from 'react-hook-form';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../shared/ui/input.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { SEVERITIES } from './alert-words.ts';
import {
  type AlertRule,
  useCreateAlertRuleMutation,
  useListAlertChannelsQuery,
  useUpdateAlertRuleMutation,
} from './alerts-api.ts';
import { ConditionFields } from './condition-fields.tsx';
import { conditionToForm, formToInput, type RuleForm, ruleToForm } from './rule-form.ts';
import { RulePreview } from './rule-preview.tsx';
import { RULE_TEMPLATES } from './rule-templates.ts';

export function RuleDialog({ rule, onClose }: { rule: AlertRule | null; onClose: () => void }) {
  const [create] = useCreateAlertRuleMutation();
  const [update] = useUpdateAlertRuleMutation();
  const { data: domains } = useListDomainsQuery();
  const { data: channels } = useListAlertChannelsQuery();
  const form = useForm<RuleForm>({ defaultValues: ruleToForm(rule) });
  const {
    register,
    watch,
    setValue,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const chosen = watch('channel_ids');

  const fillFrom = (key: string) => {
    const template = RULE_TEMPLATES.find((each) => each.key === key);
    if (template === undefined) return;
    setValue('name', template.name);
    setValue('severity', template.severity);
    setValue('condition', conditionToForm(template.condition));
  };
  const submit = handleSubmit(async (values) => {
    const alertRuleInput = formToInput(values);
    const saving = rule === null ? create({ alertRuleInput }) : update({ id: rule.id, alertRuleInput });
    const isSaved = await attempt(saving.unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: rule === null ? 'Rule added' : 'Rule changed',
      failure: 'Failed to save the rule',
    });
    if (isSaved) onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={rule === null ? 'Add rule' : `Edit ${rule.name}`}
      description="An alert fires when the condition holds, and resolves when it no longer does."
      onSubmit={submit}
      submitLabel={rule === null ? 'Add rule' : 'Save rule'}
      busy={isSubmitting}
    >
      {rule === null && (
        <Field label="Template" hint="Fills in the fields below, which you can change.">
          <Select defaultValue="" onChange={(event) => fillFrom(event.target.value)}>
            <option value="">None: write your own</option>
            {RULE_TEMPLATES.map(({ key, name, about }) => (
              <option key={key} value={key}>
                {name}: {about}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          <Input maxLength={60} {...register('name', { required: 'Please enter a name' })} />
        </Field>
        <Field label="Severity">
          <Select {...register('severity')}>
            {Object.entries(SEVERITIES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Domain" error={errors.domain?.message}>
        <Select {...register('domain')}>
          <option value="">All domains together</option>
          {domains?.map(({ id, domain_name }) => (
            <option key={id} value={id}>
              {domain_name}
            </option>
          ))}
        </Select>
      </Field>
      <ConditionFields form={form} />
      <RulePreview form={form} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-[0.8125rem] font-[560]">Notify</legend>
        {channels?.channels.length === 0 && (
          <p className="text-[0.8125rem] text-ink-muted">
            No channels yet: alerts show here only, until you add one under Channels.
          </p>
        )}
        {channels?.channels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onCheckedChange={(checked) =>
              setValue('channel_ids', checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
      </fieldset>
      <Field
        label="Note"
        optional
        hint="What to do when it fires. Sent with each message."
        error={errors.note?.message}
      >
        <Textarea maxLength={1000} {...register('note')} />
      </Field>
      {rule !== null && (
        <Checkbox
          label="Enabled"
          checked={watch('is_active')}
          onCheckedChange={(checked) => setValue('is_active', checked)}
        />
      )}
    </FormDialog>
  );
}
