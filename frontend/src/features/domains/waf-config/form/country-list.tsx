import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BLOCKABLE_COUNTRIES } from '../../../../entities/policy/blockable-countries.ts';
import { COUNTRY_EMPTY, COUNTRY_REPEATED } from '../../../../entities/policy/site-policy.ts';
import { countryName } from '../../../../shared/lib/format.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Select } from '../../../../shared/ui/input.tsx';
import { toast } from '../../../../shared/ui/toast.ts';
import { ChipList } from './chip-list.tsx';

interface CountryListProps {
  countries: readonly string[];
  onChange: (countries: string[]) => void;
}

export function CountryList({ countries, onChange }: CountryListProps) {
  const [choice, setChoice] = useState('');

  const add = () => {
    if (choice === '') {
      toast.error(COUNTRY_EMPTY);
      return;
    }
    if (countries.includes(choice)) {
      toast.error(COUNTRY_REPEATED);
      return;
    }
    onChange([...countries, choice]);
    setChoice('');
    toast.success('Country added to block list');
  };

  return (
    <div className="mb-4 rounded-md border border-line p-4">
      <div className="flex items-end gap-2">
        <Field label="Blocked Countries" className="flex-1">
          <Select value={choice} onChange={(event) => setChoice(event.target.value)}>
            <option value="">Select a country</option>
            {BLOCKABLE_COUNTRIES.map((code) => (
              <option key={code} value={code}>
                {countryName(code)} ({code})
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="secondary" icon={<Plus className="size-4" />} aria-label="Add country" onClick={add}>
          Add
        </Button>
      </div>
      <ChipList
        label="Blocked countries"
        entries={countries}
        onChange={onChange}
        textOf={countryName}
        removeLabel={(code) => `Remove ${countryName(code)}`}
        removed={(code) => `${countryName(code)} removed from block list`}
      />
    </div>
  );
}
