import { memo, startTransition, useEffect, useState } from 'react';
import type { Domain } from '../../shared/api/types.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Select } from '../../shared/ui/input.tsx';

interface DomainSelectProps {
  domains: readonly Domain[];
  /** A domain's name; empty for all. */
  value: string;
  onChange: (value: string) => void;
}

/** More of them wait until the page has come, or somebody turns to the list before. */
const MADE_AT_ONCE = 50;
/** Then the options are always present, since screen readers look for them. */
const MADE_AFTER_MS = 1_000;

/** There may be hundreds, on pages that change with every key. */
export const DomainSelect = memo(function DomainSelect({ domains, value, onChange }: DomainSelectProps) {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  const isMany = domains.length > MADE_AT_ONCE;
  useEffect(() => {
    if (!isMany) return undefined;
    const timer = setTimeout(() => startTransition(() => setWanted(true)), MADE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isMany]);
  const offered = isWanted || !isMany ? domains : domains.filter(({ domain_name }) => domain_name === value);
  return (
    <Field label="Domain" hideLabel className="w-full sm:w-60">
      <Select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPointerEnter={want}
        onPointerDown={want}
        onFocus={want}
      >
        <option value="">All Domains</option>
        {offered.map(({ id, domain_name }) => (
          <option key={id} value={domain_name}>
            {domain_name}
          </option>
        ))}
      </Select>
    </Field>
  );
});
