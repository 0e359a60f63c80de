import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { HEADER_PRESETS, HEADER_RULE_LIMITS, policyFields } from '../../../../entities/policy/site-policy.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Refused, SelectField, SwitchField, TextField } from '../form/fields.tsx';
import type { TrafficFields } from './traffic-fields.ts';

/** Loaded where reports are collected. */
const CspReports = lazy(() => import('./csp-reports.tsx'));

const targets = [
  { value: 'response', label: 'Response' },
  { value: 'request', label: 'Request' },
] as const;
const operations = [
  { value: 'set', label: 'Set' },
  { value: 'append', label: 'Append' },
  { value: 'remove', label: 'Remove' },
] as const;

/** Headers to add, replace or remove, with common ones as templates. */
export function HeaderRules({ domainName }: { domainName: string }) {
  const { control, setValue } = useFormContext<TrafficFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'header_rules' });
  const rules = useWatch({ control, name: 'header_rules' });
  const { errors } = useFormState({ control, name: 'header_rules' });
  const collectsReports = useWatch({ control, name: 'csp_reports' });
  const isFull = fields.length >= HEADER_RULE_LIMITS.rules;
  const has = (wanted: string) => rules.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return (
    <section aria-label="Header rules" className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-sm font-[560]">Header rules</h2>
        <p className="mt-0.5 max-w-prose text-[0.8125rem] text-ink-muted">
          For requests to your server and for its responses, in this order. Pages served by the edge itself
          keep their own headers.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {HEADER_PRESETS.map(({ label, name, value }) => (
          <Button
            key={label}
            size="sm"
            variant="secondary"
            aria-label={`Add ${label}`}
            disabled={isFull || has(name)}
            icon={<Plus className="size-4" />}
            onClick={() => append({ target: 'response', operation: 'set', name, value })}
          >
            {label}
          </Button>
        ))}
        <Button
          size="sm"
          variant="ghost"
          disabled={isFull}
          icon={<Plus className="size-4" />}
          onClick={() => append({ target: 'response', operation: 'set', name: '', value: '' })}
        >
          Add header
        </Button>
      </div>
      <Refused message={errors.header_rules?.message ?? errors.header_rules?.root?.message} />
      {fields.map(({ id }, index) => (
        <div
          key={id}
          className="grid grid-cols-[minmax(7.25rem,1fr)_minmax(0,1fr)_auto] items-start gap-3 rounded-md border border-line p-3 md:grid-cols-[7.5rem_7.5rem_minmax(0,1fr)_minmax(0,1.4fr)_auto]"
        >
          <SelectField
            control={control}
            name={`header_rules.${index}.target`}
            label="Of the"
            options={targets}
          />
          <SelectField
            control={control}
            name={`header_rules.${index}.operation`}
            label="Action"
            className="max-md:col-span-2"
            options={operations}
            onChoice={(choice) => {
              if (choice === 'remove')
                setValue(`header_rules.${index}.value`, '', { shouldDirty: true, shouldValidate: true });
            }}
          />
          <TextField
            control={control}
            name={`header_rules.${index}.name`}
            label="Header"
            className={cn(
              'md:col-span-1',
              rules[index]?.operation === 'remove' ? 'col-span-2' : 'col-span-3',
            )}
          />
          {rules[index]?.operation === 'remove' ? (
            <span className="max-md:hidden" />
          ) : (
            <TextField
              control={control}
              name={`header_rules.${index}.value`}
              label="Value"
              className="col-span-2 md:col-span-1"
            />
          )}
          <Button
            size="icon"
            variant="ghost"
            className="mt-6.5 text-danger-text"
            aria-label={`Remove the rule of ${rules[index]?.name ?? ''}`}
            icon={<Trash2 className="size-4" />}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <div className="border-y border-line">
        <SwitchField control={control} name="csp_reports" {...policyFields.csp_reports.switch!} />
      </div>
      {collectsReports && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <CspReports domainName={domainName} />
        </Suspense>
      )}
    </section>
  );
}
