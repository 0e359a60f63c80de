import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, get, useForm, useWatch } from 'react-hook-form';
import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import {
  actionFacts,
  type RuleAction,
  ruleText,
  type SkippedCheck,
  skipTexts,
} from '../../../../entities/policy/policy-words.ts';
import {
  asksBody,
  CUSTOM_RULE_LIMITS,
  groupsOf,
  timeOf,
  timeProblem,
} from '../../../../entities/policy/site-policy.ts';
import type { ListOutcome } from '../../../../entities/policy/use-policy-list.ts';
import type { CustomRule } from '../../../../shared/api/types.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { firstMessage } from '../form/first-message.ts';
import { useEntrySubmit } from '../form/use-entry-submit.ts';
import { ActionFields } from './action-fields.tsx';
import { conditionErrors } from './condition-errors.ts';
import { ConditionGroups } from './condition-groups.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ruleSchema } from './rule-form.ts';
import { ofItsAction, onAction, settled } from './rule-values.ts';
import { useRuleFindings } from './use-rule-findings.ts';

interface RuleDialogProps {
  domainName: string;
  /** Initial values. */
  rule: CustomRule;
  isNew: boolean;
  /** The site's rules with this one included. */
  listWith: (rule: CustomRule) => CustomRule[];
  onSave: (rule: CustomRule) => Promise<ListOutcome>;
  onClose: () => void;
}

const actions = Object.entries(actionFacts) as [RuleAction, (typeof actionFacts)[RuleAction]][];
const checks = Object.entries(skipTexts) as [SkippedCheck, (typeof skipTexts)[SkippedCheck]][];

const resolve = zodResolver(ruleSchema);
/** Ignores values that the form keeps for other actions. */
const ofItsActionAlone: typeof resolve = (values, ...others) =>
  resolve(ofItsAction(values as CustomRule), ...others);

const BY_BODY =
  ' Evaluated once the body has arrived, after all other rules and the managed rules. If a body exceeds the inspection limit or cannot be read, rules that block or challenge apply: add the form’s path as a condition too.';
const BY_SCORE = ' Evaluated after the managed rules, for requests that they allow.';
const AT_END =
  ' Evaluated when the request has ended, whatever its outcome; not for clients blocked by a list, a ban or a blocked country.';

/** When the rule is evaluated, if not at once. */
function timeHint(rule: CustomRule): string {
  const time = timeOf(rule);
  if (time === 'head') return '';
  if (time === 'end') return AT_END;
  return asksBody(rule) ? BY_BODY : BY_SCORE;
}

/** Why a rule with these conditions is evaluated too late for its action. */
function tooLate(rule: CustomRule, action: RuleAction): string | undefined {
  const problem = timeProblem({ ...rule, action });
  return problem?.path[0] === 'action' ? problem.message : undefined;
}

/** Edits a custom rule: conditions, then action. */
export default function RuleDialog({ domainName, rule, isNew, listWith, onSave, onClose }: RuleDialogProps) {
  const form = useForm<CustomRule>({ resolver: ofItsActionAlone, defaultValues: rule });
  const {
    register,
    control,
    setValue,
    formState: { errors, isSubmitting },
  } = form;
  const draft = useWatch({ control }) as CustomRule;
  const { action } = draft;
  // The name does not matter here, and may be entered last.
  const isComplete = ruleSchema.safeParse({ ...settled(draft), name: draft.name || '…' }).success;
  const finding = useRuleFindings(isComplete ? listWith(settled(draft)) : []).get(rule.id);

  const { submit, refusal } = useEntrySubmit({
    form,
    list: 'custom_rules',
    onSave: (values) => onSave(settled(values)),
    onClose,
  });

  const setGroups = ([first = [], ...alternatives]: CustomRule['conditions'][]) => {
    setValue('conditions', first, { shouldDirty: true });
    setValue('alternatives', alternatives, {
      shouldDirty: true,
      shouldValidate: Object.keys(errors).length > 0,
    });
  };

  const setParts = (parts: Partial<CustomRule>, shouldValidate: boolean) => {
    for (const [part, value] of Object.entries(parts))
      setValue(part as keyof CustomRule, value as CustomRule[keyof CustomRule], {
        shouldDirty: true,
        shouldValidate,
      });
  };

  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={isNew ? 'Add custom rule' : 'Edit custom rule'}
      description={<ListNamesIn text={ruleText(settled(draft))} />}
      onSubmit={submit}
      submitLabel={isNew ? 'Add rule' : 'Save rule'}
      busy={isSubmitting}
    >
      {refusal !== null && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="Name" required error={errors.name?.message}>
        <Input
          maxLength={CUSTOM_RULE_LIMITS.name}
          placeholder="Admin area only from our addresses"
          {...register('name')}
        />
      </Field>
      <ConditionGroups
        groups={groupsOf(draft)}
        errorsOf={(group, index) =>
          conditionErrors(
            group === 0 ? errors.conditions?.[index] : errors.alternatives?.[group - 1]?.[index],
          )
        }
        onChange={setGroups}
      />
      <div className="grid grid-cols-1 gap-2">
        <h3 className="text-sm">Then</h3>
        <Field
          label="Action"
          className="sm:max-w-64"
          error={errors.action?.message ?? tooLate(draft, action)}
        >
          <Select
            value={action}
            onChange={({ target }) => setParts(onAction(draft, target.value as RuleAction), false)}
          >
            {actions.map(([value, { label }]) => (
              <option
                key={value}
                value={value}
                disabled={value !== action && tooLate(draft, value) !== undefined}
              >
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <p className="text-[0.8125rem] text-ink-muted">
          {tooLate(draft, action) === undefined && actionFacts[action].hint}
          {timeHint(draft)}
        </p>
        <ActionFields
          rule={ofItsAction(draft)}
          errorAt={(path) => firstMessage(get(errors, path))}
          onChange={(part) => setParts(part, Object.keys(errors).length > 0)}
        />
        {action === 'skip' && (
          <Controller
            control={control}
            name="skip"
            render={({ field }) => (
              <fieldset className="mt-1 grid gap-2.5">
                <legend className="sr-only">What the rule skips</legend>
                {checks.map(([check, { label, hint }]) => (
                  <Checkbox
                    key={check}
                    className="items-start"
                    label={
                      <>
                        {label}
                        <span className="block text-[0.8125rem] text-ink-muted">{hint}</span>
                      </>
                    }
                    checked={field.value.includes(check)}
                    onCheckedChange={(checked) =>
                      field.onChange(
                        checked ? [...field.value, check] : field.value.filter((one) => one !== check),
                      )
                    }
                  />
                ))}
                {errors.skip?.message && (
                  <p role="alert" className="text-[0.8125rem] font-medium text-danger-text">
                    {errors.skip.message}
                  </p>
                )}
              </fieldset>
            )}
          />
        )}
      </div>
      {finding && (
        <Notice tone="warn" role="status">
          {finding}
        </Notice>
      )}
      <PreviewPanel domainName={domainName} rule={settled(draft)} />
    </FormDialog>
  );
}
