import { fromView } from '@palisade/entitlements';
import { useFormContext } from 'react-hook-form';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { highestUnder } from '../../../../entities/policy/site-policy.ts';
import { NumberField, SelectField } from '../form/fields.tsx';
import type { PolicyFields } from './policy-fields.ts';

const beyond: readonly { value: PolicyFields['body_beyond_inspection']; label: string }[] = [
  { value: 'refuse', label: 'Refuse the request (413)' },
  { value: 'pass', label: 'Let it pass unseen' },
];

/** How much of a request body the rules look at, and what becomes of the rest. */
export function InspectionLimits() {
  const { control } = useFormContext<PolicyFields>();
  const plan = fromView(useEntitlements().entitlements);
  const limitHint = (name: 'inspected_upload_kb' | 'inspected_body_kb') =>
    `Your plan allows up to ${highestUnder(plan, name)}.`;
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <NumberField
        control={control}
        name="inspected_upload_kb"
        label="Inspected of an upload (kB)"
        hint={`Fields behind a file always are. ${limitHint('inspected_upload_kb')}`}
      />
      <SelectField
        control={control}
        name="files_beyond_inspection"
        label="Rest of a longer file"
        options={beyond}
      />
      <NumberField
        control={control}
        name="inspected_body_kb"
        label="Inspected of other bodies (kB)"
        hint={`Forms, JSON, XML. ${limitHint('inspected_body_kb')}`}
      />
      <SelectField
        control={control}
        name="body_beyond_inspection"
        label="Other bodies that are longer"
        options={beyond}
      />
    </div>
  );
}
