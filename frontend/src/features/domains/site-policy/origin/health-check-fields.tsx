import { useFormContext } from 'react-hook-form';
import { HEALTH_CHECK_LIMITS } from '../../../../entities/policy/site-policy.ts';
import type { OriginConfig } from '../../../../shared/api/types.ts';
import { NumberField, TextField } from '../form/fields.tsx';

const numbers = [
  { name: 'interval_seconds', label: 'Every (seconds)', limits: HEALTH_CHECK_LIMITS.intervalSeconds },
  { name: 'timeout_seconds', label: 'Give up after (seconds)', limits: HEALTH_CHECK_LIMITS.timeoutSeconds },
  {
    name: 'unhealthy_after',
    label: 'Unhealthy after',
    limits: HEALTH_CHECK_LIMITS.repetitions,
    hint: 'failures in a row',
  },
  {
    name: 'healthy_after',
    label: 'Healthy after',
    limits: HEALTH_CHECK_LIMITS.repetitions,
    hint: 'successes in a row',
  },
  { name: 'status_from', label: 'Status from', limits: HEALTH_CHECK_LIMITS.status },
  { name: 'status_to', label: 'Status to', limits: HEALTH_CHECK_LIMITS.status },
] as const;

/** Health check settings. */
export function HealthCheckFields() {
  const { control } = useFormContext<OriginConfig>();
  return (
    <div className="grid grid-cols-2 gap-4 pb-4 sm:grid-cols-4">
      <TextField control={control} name="health_check.path" label="Path" className="col-span-2" />
      {numbers.map(({ name, ...words }) => (
        <NumberField key={name} control={control} name={`health_check.${name}`} {...words} />
      ))}
    </div>
  );
}
