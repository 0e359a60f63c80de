import { memo } from 'react';
import type { Domain } from '../../shared/api/types.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Select } from '../../shared/ui/input.tsx';

interface DomainSelectProps {
  domains: readonly Domain[];
  /** A domain's name; empty for all. */
  value: string;
  onChange: (value: string) => void;
}

/** There may be hundreds, on pages that change with every key. */
export const DomainSelect = memo(function DomainSelect({ domains, value, onChange }: DomainSelectProps) {
  return (
    <Field label="Domain" hideLabel className="w-full sm:w-60">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">All Domains</option>
        {domains.map(({ id, domain_name }) => (
          <option key={id} value={domain_name}>
            {domain_name}
          </option>
        ))}
      </Select>
    </Field>
  );
});
