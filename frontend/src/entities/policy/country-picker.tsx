import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cn } from '../../shared/lib/cn.ts';
import { useFieldControl } from '../../shared/ui/field.tsx';
import { controlStyle } from '../../shared/ui/input.tsx';
import { countryFits, type NamedCountry, namedCountries } from './country-names.ts';
import { COUNTRIES, COUNTRY_CODES } from './site-policy.ts';

interface CountryPickerProps {
  /** The chosen country's code; null: none. */
  value: string | null;
  onChange: (code: string | null) => void;
  /** Codes that stand first, under a heading of their own. */
  suggested?: { title: string; codes: readonly string[] };
  /** What may be chosen besides countries, under a heading of its own. */
  others?: { title: string; items: readonly NamedCountry[] };
  /** Codes that are not offered. */
  without?: readonly string[];
  placeholder: string;
}

interface CountryGroup {
  place: string;
  title: string;
  items: NamedCountry[];
}

const nothing: readonly string[] = [];

/** All countries, found by typing part of a name, in English or their own, or a code. */
export default function CountryPicker({
  value,
  onChange,
  suggested,
  others,
  without = nothing,
  placeholder,
}: CountryPickerProps) {
  const { required, ...field } = useFieldControl();
  const all = useMemo(() => [...(others?.items ?? []), ...namedCountries(COUNTRIES)], [others]);
  const chosen = all.find(({ code }) => code === value) ?? null;
  /** Since the last choice; null: nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const offered = all.filter(({ code }) => !without.includes(code));
  // A complete country code selects that country, even if other names begin with it.
  const wanted = typed?.trim().toUpperCase();
  const placeOf = ({ code }: NamedCountry): 'meant' | 'others' | 'suggested' | 'other' =>
    code === wanted
      ? 'meant'
      : others?.items.some((item) => item.code === code)
        ? 'others'
        : suggested?.codes.includes(code)
          ? 'suggested'
          : 'other';
  const titles = {
    meant: '',
    others: others?.title ?? '',
    suggested: suggested?.title ?? '',
    other: suggested ? 'All others' : others ? 'Countries' : '',
  };
  const groups = (['meant', 'others', 'suggested', 'other'] as const)
    .map(
      (place): CountryGroup => ({
        place,
        title: titles[place],
        items: offered.filter((country) => placeOf(country) === place),
      }),
    )
    .filter(({ items }) => items.length > 0);

  return (
    <Combobox.Root
      items={groups}
      value={chosen}
      onValueChange={(country) => {
        setTyped(null);
        onChange(country?.code ?? null);
      }}
      inputValue={typed ?? chosen?.name ?? ''}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return;
        setTyped(text);
        if (value !== null) onChange(null);
      }}
      filter={countryFits}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(one, other) => one.code === other.code}
      autoHighlight
    >
      <Combobox.InputGroup className="relative block">
        <Combobox.Input
          {...field}
          aria-required={required || undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          className={cn(controlStyle, 'pr-9')}
        />
        <Combobox.Trigger
          aria-label="Show all countries"
          className="absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-sm text-ink-faint hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-[60] outline-none">
          <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-[var(--anchor-width)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 text-sm text-ink shadow-3">
            <Combobox.Empty className="px-3 py-2 text-ink-muted empty:hidden">
              No country matches.
            </Combobox.Empty>
            <Combobox.List>
              {(group: CountryGroup) => (
                <Combobox.Group key={group.place} items={group.items}>
                  {group.title !== '' && (
                    <Combobox.GroupLabel className="px-3 pt-2 pb-1 text-xs font-[560] text-ink-faint">
                      {group.title}
                    </Combobox.GroupLabel>
                  )}
                  <Combobox.Collection>
                    {(country: NamedCountry) => (
                      <Combobox.Item
                        key={country.code}
                        value={country}
                        className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 py-1.5 outline-none data-highlighted:bg-sunken"
                      >
                        <span className="min-w-0 wrap-anywhere">
                          {country.name}
                          {COUNTRY_CODES.has(country.code) && ` (${country.code})`}
                          {country.ownName !== null && (
                            <span className="ml-2 text-ink-muted" lang="und">
                              {country.ownName}
                            </span>
                          )}
                        </span>
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
