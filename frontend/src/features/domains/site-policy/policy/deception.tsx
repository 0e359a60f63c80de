import { useFormContext, useWatch } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { deception } from '../../../../entities/policy/site-policy.ts';
import { NumberField, SelectField, SwitchField } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

const actions: readonly { value: PolicyFields['deception']; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'log', label: 'Say so in the log' },
  { value: 'challenge', label: 'Challenge' },
  { value: 'block', label: 'Block for a time' },
  { value: 'tarpit', label: 'Keep waiting' },
];

/** Honeypots: hidden links and form fields, and the action for programs that touch them. */
export function Deception({ onLocked }: { onLocked: (feature: GatedFeature) => void }) {
  const { control, setValue } = useFormContext<PolicyFields>();
  const { allows } = useEntitlements();
  const action = useWatch({ control, name: 'deception' });
  return (
    <div className="grid grid-cols-1 gap-4 py-3">
      <SelectField
        control={control}
        name="deception"
        label="Programs that use hidden elements"
        className="max-w-xs"
        hint="Your pages get links and form fields that are invisible to people."
        options={actions}
        onChoice={(wanted) => {
          if (allows('botProtection') || wanted === 'off') return;
          setValue('deception', 'off');
          onLocked('botProtection');
        }}
      />
      {action !== 'off' && (
        <>
          <p className="max-w-prose text-[0.8125rem] text-ink-muted">
            Clients that look like a regular browser are challenged at most. Verified crawlers, link checkers
            and browsers’ prefetching are exempt. Kept waiting means a response sent byte by byte; when no
            slot is free, programs are blocked immediately.
          </p>
          <div>
            <SwitchField
              control={control}
              name="deception_links"
              label={deception.fields.deception_links.label}
              description="robots.txt tells crawlers not to follow them."
            />
            <SwitchField
              control={control}
              name="deception_fields"
              label={deception.fields.deception_fields.label}
              description="In forms that submit to your site. Browsers never send these fields; programs that fill in every field do."
            />
          </div>
          {action !== 'log' && (
            <div className="max-w-xs">
              <NumberField
                control={control}
                name="deception_minutes"
                label={deception.fields.deception_minutes.label}
                limits={deception.fields.deception_minutes.limits}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}
