import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { addressWarnings } from '../../../../entities/policy/ip-list.ts';
import { NearSlot } from '../../../../shared/ui/near-slot.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { Refused } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { IpList } from '../form/ip-list.tsx';
import { ListPickers } from './list-pickers.tsx';
import type { PolicyFields } from './policy-fields.ts';

/** Addresses that are always allowed or blocked. */
export function AddressLists({ onLocked }: { onLocked: () => void }) {
  const { control } = useFormContext<PolicyFields>();
  const locked = !useEntitlements().allows('ipManagement');
  const [allowed, blocked] = useWatch({ control, name: ['allowed_ips', 'blocked_ips'] });
  const warnings = useMemo(() => addressWarnings(allowed, blocked), [allowed, blocked]);
  return (
    <div className="grid gap-5 py-3">
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
      {/* Far below what shows first: who does not come here asks for no lists. */}
      <div className="min-h-88">
        <NearSlot>
          <div className="grid gap-5">
            <ListPickers locked={locked} onLocked={onLocked} />
          </div>
        </NearSlot>
      </div>
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
    </div>
  );
}
