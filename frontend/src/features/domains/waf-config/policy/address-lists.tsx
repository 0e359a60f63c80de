import { lazy, Suspense, useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { PlanBadge } from '../../../../entities/plan/plan-badge.tsx';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { addressWarnings } from '../../../../entities/policy/ip-list.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { Refused, SelectField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { IpList } from '../form/ip-list.tsx';
import type { PolicyFields } from './policy-fields.ts';

/** Brings the calls for lists. */
const ListPickers = lazy(() => import('./list-pickers.tsx'));

const failures: readonly { value: PolicyFields['on_engine_failure']; label: string }[] = [
  { value: 'open', label: 'Let it through' },
  { value: 'closed', label: 'Refuse it' },
];

/** Who always gets through and who never does. */
export function AddressLists({ onLocked }: { onLocked: () => void }) {
  const { control } = useFormContext<PolicyFields>();
  const locked = !useEntitlements().allows('ipManagement');
  const [allowed, blocked] = useWatch({ control, name: ['allowed_ips', 'blocked_ips'] });
  const warnings = useMemo(() => addressWarnings(allowed, blocked), [allowed, blocked]);
  return (
    <div className="mt-6 grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm">IP Management</h3>
        {locked && <PlanBadge feature="ipManagement" />}
      </div>
      {(['blocked', 'allowed'] as const).map((kind) => (
        <Controller
          key={kind}
          control={control}
          name={`${kind}_ips`}
          render={({ field, fieldState }) => (
            <div>
              <IpList
                kind={kind}
                entries={field.value}
                locked={locked}
                onLocked={onLocked}
                onChange={field.onChange}
              />
              <Refused message={firstMessage(fieldState.error)} />
            </div>
          )}
        />
      ))}
      <Suspense fallback={<Skeleton className="h-40" />}>
        <ListPickers locked={locked} onLocked={onLocked} />
      </Suspense>
      {warnings.length > 0 && (
        <Notice tone="warn" title="Is this meant?">
          {warnings.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      <Controller
        control={control}
        name="allowed_ips_skip_rules"
        render={({ field, fieldState }) => (
          <div>
            <Checkbox
              label="Trust allowed IPs: they skip the managed rules too"
              checked={field.value}
              onCheckedChange={field.onChange}
              disabled={locked}
            />
            <Refused message={fieldState.error?.message} />
          </div>
        )}
      />
      <SelectField
        control={control}
        name="on_engine_failure"
        label="If the rule engine itself fails on a request"
        className="max-w-xs"
        hint="Either way it is counted and alerted."
        options={failures}
      />
    </div>
  );
}
