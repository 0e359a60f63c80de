import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useListRuleReleasesQuery } from '../../../../entities/domain/domains-api.ts';
import { PlanBadge } from '../../../../entities/plan/plan-badge.tsx';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { INBOUND_THRESHOLDS, MANAGED_RULE_SET } from '../../../../entities/policy/site-policy.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { Select } from '../../../../shared/ui/input.tsx';
import { ChoiceRow, NumberField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import type { PolicyFields } from './policy-fields.ts';

const sensitivities: readonly { value: PolicyFields['waf_sensitivity']; label: string; hint: string }[] = [
  { value: 'low', label: 'Low', hint: 'Only clear attacks. Fewest false alarms.' },
  { value: 'medium', label: 'Medium', hint: 'The right balance for most sites.' },
  { value: 'high', label: 'High', hint: 'Strict. Expect to exclude rules for unusual input.' },
];

const levels = [
  { value: 1, text: 'Clear attacks; most sites run well with it.' },
  { value: 2, text: 'More rules; legitimate forms and editors will be blocked until you exclude rules.' },
  { value: 3, text: 'Strict; every application needs many exclusions.' },
  { value: 4, text: 'Nearly everything unusual; for sites where you know every parameter.' },
] as const;

/** The site's rule set and sensitivity. */
export function RuleSetFields({ onLocked }: { onLocked: () => void }) {
  const { control } = useFormContext<PolicyFields>();
  const { field, fieldState } = useController({ control, name: 'rule_set' });
  const { data } = useListRuleReleasesQuery();
  // The stored choice stays available, even if no edge has it.
  const [first] = useState(field.value);
  const allowed = useEntitlements().allows('ruleSetChoice');
  const releases = data?.releases ?? [];
  const names = new Set(
    [...releases.map(({ name }) => name), first].filter((name) => name !== MANAGED_RULE_SET),
  );
  if (names.size === 0) return <Sensitivity />;
  return (
    <>
      <div className="grid gap-2 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm font-[560]">Rule set</h3>
          {!allowed && <PlanBadge feature="ruleSetChoice" />}
        </div>
        <div className="max-w-md">
          <Field label="Rule set of this site" error={firstMessage(fieldState.error)}>
            <Select
              value={field.value}
              onBlur={field.onBlur}
              ref={field.ref}
              onChange={({ target: { value } }) => {
                if (value !== MANAGED_RULE_SET && !allowed) onLocked();
                else field.onChange(value);
              }}
            >
              <option value={MANAGED_RULE_SET}>Palisade's managed rules</option>
              {[...names].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <RuleSetHint
          name={field.value}
          nodes={releases.find(({ name }) => name === field.value)?.nodes}
          of={data?.nodes}
        />
      </div>
      {field.value === MANAGED_RULE_SET ? <Sensitivity /> : <ParanoiaLevel />}
    </>
  );
}

function RuleSetHint({
  name,
  nodes,
  of,
}: {
  name: string;
  nodes: number | undefined;
  of: number | undefined;
}) {
  return (
    <p className="max-w-prose text-[0.8125rem] text-ink-muted">
      {name === MANAGED_RULE_SET
        ? 'Designed for few false positives: they parse bodies, headers and encodings as applications do, and are measured on legitimate traffic with each release.'
        : 'A rule set that your operator has installed. OWASP CRS is well known and widely used; it blocks more legitimate requests than the managed rules, so start with "Log only" and exclude its false positives. Exclusions of managed rules do not apply to it.'}
      {nodes !== undefined && of !== undefined && nodes < of && (
        <b className="font-[560] text-ink">
          {' '}
          {nodes} of {of} edge nodes have it so far; the others use the managed rules.
        </b>
      )}
    </p>
  );
}

function Sensitivity() {
  const { control } = useFormContext<PolicyFields>();
  return (
    <ChoiceRow
      control={control}
      name="waf_sensitivity"
      label="WAF Sensitivity"
      hintOf={(chosen) => sensitivities.find(({ value }) => value === chosen)?.hint ?? ''}
      options={sensitivities}
    />
  );
}

function ParanoiaLevel() {
  const { control, register } = useFormContext<PolicyFields>();
  const level = useWatch({ control, name: 'paranoia_level' });
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <Field label="Paranoia level" hint={levels.find(({ value }) => value === level)?.text}>
        <Select {...register('paranoia_level', { valueAsNumber: true })}>
          {levels.map(({ value }) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </Select>
      </Field>
      <NumberField
        control={control}
        name="inbound_anomaly_threshold"
        label="Inbound anomaly threshold"
        hint="A critical rule scores 5. At 5 one of them stops a request; higher is more lenient."
        limits={INBOUND_THRESHOLDS}
      />
    </div>
  );
}
