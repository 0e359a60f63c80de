import { lazy, Suspense } from 'react';
import { placeName } from '../../../../entities/policy/policy-words.ts';
import { CONTINENTS } from '../../../../entities/policy/site-policy.ts';
import { localTimeOf, momentOf } from '../../../../shared/lib/local-times.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input } from '../../../../shared/ui/input.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { ChipList } from '../form/chip-list.tsx';

/** Contains the names of all countries. */
const CountryPicker = lazy(() => import('../../../../entities/policy/country-picker.tsx'));

const continents = {
  title: 'Continents',
  items: CONTINENTS.map((code) => ({ code, name: placeName(code), ownName: null })),
};

/** Default drain time; most visits are over by then. */
const USUAL_DRAIN_MS = 3_600_000;

interface SteeringProps {
  /** The origin's name, for accessible names of controls. */
  origin: string;
  places: readonly string[];
  placesError: string | undefined;
  onPlaces: (places: string[]) => void;
  drainUntil: string | null;
  drainError: string | undefined;
  onDrain: (until: string | null) => void;
  /** Session affinity is on. */
  keepsVisitors: boolean;
}

/** An origin's visitors by country, and its drain. */
export function SteeringFields({
  origin,
  places,
  placesError,
  onPlaces,
  drainUntil,
  drainError,
  onDrain,
  keepsVisitors,
}: SteeringProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div>
        <Field
          label="Visitors from"
          optional
          hint={
            places.length === 0
              ? 'Everywhere.'
              : 'They are sent here first; everybody else goes to the others.'
          }
          error={placesError}
        >
          <Suspense fallback={<Skeleton className="h-10 w-full" />}>
            <CountryPicker
              value={null}
              onChange={(code) => code !== null && onPlaces([...places, code])}
              others={continents}
              without={places}
              placeholder="Add a continent or country"
            />
          </Suspense>
        </Field>
        <ChipList
          label={`Visitors of ${origin}`}
          entries={places}
          onChange={onPlaces}
          textOf={placeName}
          removeLabel={(place) => `Remove ${placeName(place)} from ${origin}`}
          removed={(place) => `${placeName(place)} removed`}
        />
      </div>
      <div>
        <Checkbox
          label="Drain: no new visitors"
          className="sm:mt-8"
          checked={drainUntil !== null}
          onCheckedChange={(on) => onDrain(on ? new Date(Date.now() + USUAL_DRAIN_MS).toISOString() : null)}
        />
        {drainUntil !== null && !keepsVisitors && (
          <p className="mt-1 text-[0.8125rem] text-ink-muted">
            It gets no requests. To keep existing visitors there for a while, use “Keep visitors on one
            origin”.
          </p>
        )}
        {drainUntil !== null && keepsVisitors && (
          <Field
            label="Keep its visitors until"
            className="mt-3"
            hint="From then on it gets no requests."
            error={drainError}
          >
            <Input
              type="datetime-local"
              value={drainUntil === '' ? '' : localTimeOf(Date.parse(drainUntil))}
              onChange={({ target }) => onDrain(momentOf(target.value))}
            />
          </Field>
        )}
      </div>
    </div>
  );
}
