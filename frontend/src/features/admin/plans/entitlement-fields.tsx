import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { formatCount } from '../../../shared/lib/format.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { INCLUDED, LIMITS, type PlanForm } from './plan-form.ts';

interface EntitlementFieldsProps {
  register: UseFormRegister<PlanForm>;
  control: Control<PlanForm>;
  errors: FieldErrors<PlanForm>;
  /** Number of users on the plan. */
  users: number;
}

/** A plan's limits and features. */
export function EntitlementFields({ register, control, errors, users }: EntitlementFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">What the plan allows</legend>
      <p aria-hidden="true" className="text-sm font-[600]">
        What the plan allows
      </p>
      {users > 0 && (
        <p className="-mt-3 text-[0.8125rem] text-ink-muted">
          Changes apply at once to {users === 1 ? 'the user' : `the ${formatCount(users)} users`} on this
          plan.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {LIMITS.map(({ name, label, unit, ...rest }) => (
          <Field
            key={name}
            label={`${label} (${unit})`}
            required={'required' in rest}
            hint={'required' in rest ? undefined : 'Empty: unlimited.'}
            error={errors.entitlements?.[name]?.message}
          >
            <Input inputMode="decimal" className="font-mono" {...register(`entitlements.${name}`)} />
          </Field>
        ))}
      </div>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {INCLUDED.map(({ name, label }) => (
          <Controller
            key={name}
            control={control}
            name={`entitlements.${name}`}
            render={({ field }) => (
              <Checkbox label={label} checked={field.value} onCheckedChange={field.onChange} />
            )}
          />
        ))}
      </div>
    </fieldset>
  );
}
