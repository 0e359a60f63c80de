import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { OFTEN_BLOCKED_COUNTRIES } from '../../../../entities/policy/often-blocked-countries.ts';
import { COUNTRY_EMPTY, COUNTRY_REPEATED } from '../../../../entities/policy/site-policy.ts';
import { countryName } from '../../../../shared/lib/format.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { toast } from '../../../../shared/ui/toast.ts';
import { ChipList } from './chip-list.tsx';

/** Contains the names of all countries. */
const CountryPicker = lazy(() => import('../../../../entities/policy/country-picker.tsx'));

interface CountryListProps {
  countries: readonly string[];
  onChange: (countries: string[]) => void;
}

/** The blocked countries of a site. */
export function CountryList({ countries, onChange }: CountryListProps) {
  const [choice, setChoice] = useState<string | null>(null);

  const add = () => {
    if (choice === null) {
      toast.error(COUNTRY_EMPTY);
      return;
    }
    if (countries.includes(choice)) {
      toast.error(COUNTRY_REPEATED);
      return;
    }
    onChange([...countries, choice]);
    setChoice(null);
    toast.success('Country added to block list');
  };

  return (
    <div className="mb-4 rounded-md border border-line p-4">
      <div className="flex items-end gap-2">
        <Field label="Blocked Countries" className="flex-1">
          <Suspense fallback={<Skeleton className="h-10 w-full" />}>
            <CountryPicker
              value={choice}
              onChange={setChoice}
              suggested={{ title: 'Often blocked', codes: OFTEN_BLOCKED_COUNTRIES }}
              placeholder="Search all countries"
            />
          </Suspense>
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
