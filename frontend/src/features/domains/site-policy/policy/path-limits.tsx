import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { PATH_RATE_LIMITS } from '../../../../entities/policy/site-policy.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { NumberField, Refused, TextField } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

/** Stricter limits for individual paths, such as a sign-in form. */
export function PathLimits() {
  const { control } = useFormContext<PolicyFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'path_rate_limits' });
  const limits = useWatch({ control, name: 'path_rate_limits' });
  const { errors } = useFormState({ control, name: 'path_rate_limits' });
  return (
    <div className="grid grid-cols-1 gap-3 pb-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-[0.8125rem] text-ink-muted">
          Individual paths, such as a login form, can have their own limits.
        </p>
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus className="size-4" />}
          disabled={fields.length >= PATH_RATE_LIMITS.count}
          onClick={() => append({ path_prefix: '/login', requests: 10, window_seconds: 60 })}
        >
          Add limit
        </Button>
      </div>
      <Refused message={errors.path_rate_limits?.message ?? errors.path_rate_limits?.root?.message} />
      {fields.map(({ id }, index) => (
        <div
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[minmax(0,1fr)_7rem_7rem_auto]"
        >
          <TextField
            control={control}
            name={`path_rate_limits.${index}.path_prefix`}
            label="Path begins with"
            className="col-span-3 sm:col-span-1"
          />
          <NumberField
            control={control}
            name={`path_rate_limits.${index}.requests`}
            label="Requests"
            limits={PATH_RATE_LIMITS.requests}
          />
          <NumberField
            control={control}
            name={`path_rate_limits.${index}.window_seconds`}
            label="In seconds"
            limits={PATH_RATE_LIMITS.windowSeconds}
          />
          <Button
            size="icon"
            variant="ghost"
            className="mt-6.5 text-danger-text"
            aria-label={`Remove the limit of ${limits[index]?.path_prefix ?? ''}`}
            icon={<Trash2 className="size-4" />}
            onClick={() => remove(index)}
          />
        </div>
      ))}
    </div>
  );
}
