import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../shared/ui/field.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import type { RuleForm } from './rule-form.ts';
import { MEASURES, WINDOWS } from './rule-sentence.ts';

const asNumber = { valueAsNumber: true } as const;

/** A rule's measure and threshold. */
export function ConditionFields({ form }: { form: UseFormReturn<RuleForm> }) {
  const {
    register,
    watch,
    formState: { errors },
  } = form;
  const { measure, compare } = watch('condition');
  const problems = errors.condition;
  const byRule = measure === 'clients_of_one_rule';
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Measure">
          <Select {...register('condition.measure')}>
            {Object.entries(MEASURES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Within">
          <Select {...register('condition.window_minutes')}>
            {WINDOWS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Is">
          <Select {...register('condition.direction')}>
            <option value="above">above</option>
            <option value="below">below</option>
          </Select>
        </Field>
        <Field
          label={compare === 'usual' ? 'Times usual' : `Limit (${MEASURES[measure].unit})`}
          error={problems?.value?.message}
        >
          <Input type="number" min={0} step="any" {...register('condition.value', asNumber)} />
        </Field>
        <Field label="Compared with" error={problems?.compare?.message}>
          <Select {...register('condition.compare')}>
            <option value="threshold">a fixed limit</option>
            <option value="usual">usual at this hour</option>
          </Select>
        </Field>
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="mb-2 text-[0.8125rem] font-[560]">Only requests with</legend>
        {!byRule && (
          <Field label="Status" error={problems?.filter?.status?.message}>
            <Select {...register('condition.filter.status')}>
              <option value="">any</option>
              <option value="blocked">blocked</option>
              <option value="allowed">allowed</option>
            </Select>
          </Field>
        )}
        <Field label="Path" error={problems?.filter?.path?.message}>
          <Input placeholder="/shop/*" {...register('condition.filter.path')} />
        </Field>
        <Field label="HTTP status" error={problems?.filter?.http_status?.message}>
          <Input placeholder="5xx" {...register('condition.filter.http_status')} />
        </Field>
        <Field label="Country" error={problems?.filter?.country?.message}>
          <Input placeholder="DE" maxLength={10} {...register('condition.filter.country')} />
        </Field>
        <Field label="Rule" error={problems?.filter?.rule?.message}>
          <Input placeholder="1002" {...register('condition.filter.rule')} />
        </Field>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Minimum requests"
          hint="The rule does not fire with fewer requests in the window."
          error={problems?.min_requests?.message}
        >
          <Input type="number" min={0} {...register('condition.min_requests', asNumber)} />
        </Field>
        <Field
          label="For at least (minutes)"
          hint="Shorter peaks do not fire."
          error={problems?.hold_minutes?.message}
        >
          <Input type="number" min={0} max={60} {...register('condition.hold_minutes', asNumber)} />
        </Field>
      </div>
    </>
  );
}
