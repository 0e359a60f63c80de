import { fromView } from '@palisade/entitlements';
import { useFormContext } from 'react-hook-form';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { highestUnder } from '../../../../entities/policy/site-policy.ts';
import { formatCount } from '../../../../shared/lib/format.ts';
import { NumberField, SelectField } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

const beyond: readonly { value: PolicyFields['body_beyond_inspection']; label: string }[] = [
  { value: 'refuse', label: 'Refuse the request (413)' },
  { value: 'pass', label: 'Let the rest pass uninspected' },
];

/** How much of a request body is inspected, and what happens to the rest. */
export function InspectionLimits() {
  const { control } = useFormContext<PolicyFields>();
  const plan = fromView(useEntitlements().entitlements);
  const limitHint = (name: 'inspected_upload_kb' | 'inspected_body_kb') =>
    `Your plan allows up to ${formatCount(highestUnder(plan, name))} kB.`;
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <NumberField
        control={control}
        name="inspected_upload_kb"
        label="Inspect uploads up to (kB)"
        hint={`Form fields that follow a file are always inspected. ${limitHint('inspected_upload_kb')}`}
      />
      <SelectField
        control={control}
        name="files_beyond_inspection"
        label="If a file is longer"
        options={beyond}
      />
      <NumberField
        control={control}
        name="inspected_body_kb"
        label="Inspect other bodies up to (kB)"
        hint={`Forms, JSON, XML. ${limitHint('inspected_body_kb')}`}
      />
      <SelectField
        control={control}
        name="body_beyond_inspection"
        label="If another body is longer"
        options={beyond}
      />
    </div>
  );
}
