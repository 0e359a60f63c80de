import { Plus, Trash2 } from 'lucide-react';
import {
  Controller,
  useController,
  useFieldArray,
  useFormContext,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { MAX_MORE_ORIGINS, PORTS, WEIGHTS } from '../../../../entities/policy/site-policy.ts';
import type { AdditionalOrigin, OriginConfig } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { NumberField, Refused, SelectField, SwitchField, TextField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { HealthCheckFields } from './health-check-fields.tsx';
import { OriginHealth } from './origin-health.tsx';
import { SteeringFields } from './steering-fields.tsx';

const fresh: AdditionalOrigin = { host: '', port: 80, protocol: 'http', weight: 1, backup: false };
const protocols = [
  { value: 'http', label: 'HTTP' },
  { value: 'https', label: 'HTTPS' },
] as const;

interface SteeringNames {
  origin: string;
  places: 'origin_places' | `additional_origins.${number}.places`;
  drain: 'origin_drain_until' | `additional_origins.${number}.drain_until`;
}

function Steering({ origin, places: placesName, drain: drainName }: SteeringNames) {
  const { control } = useFormContext<OriginConfig>();
  const places = useController({ control, name: placesName });
  const drain = useController({ control, name: drainName });
  const keepsVisitors = useWatch({ control, name: 'sticky_sessions' });
  return (
    <SteeringFields
      origin={origin}
      places={places.field.value ?? []}
      placesError={firstMessage(places.fieldState.error)}
      onPlaces={places.field.onChange}
      drainUntil={drain.field.value ?? null}
      drainError={firstMessage(drain.fieldState.error)}
      onDrain={drain.field.onChange}
      keepsVisitors={keepsVisitors}
    />
  );
}

function OriginRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { control } = useFormContext<OriginConfig>();
  const host = useWatch({ control, name: `additional_origins.${index}.host` });
  return (
    <li className="grid grid-cols-2 items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[minmax(0,3fr)_5rem_7rem_5rem_auto]">
      <TextField
        control={control}
        name={`additional_origins.${index}.host`}
        label="Host"
        className="col-span-2 sm:col-span-1"
      />
      <NumberField control={control} name={`additional_origins.${index}.port`} label="Port" limits={PORTS} />
      <SelectField
        control={control}
        name={`additional_origins.${index}.protocol`}
        label="Protocol"
        options={protocols}
      />
      <NumberField
        control={control}
        name={`additional_origins.${index}.weight`}
        label="Weight"
        limits={WEIGHTS}
      />
      <div className="flex h-10 items-center gap-2 sm:mt-6.5">
        <Controller
          control={control}
          name={`additional_origins.${index}.backup`}
          render={({ field }) => (
            <Checkbox label="Reserve" checked={field.value} onCheckedChange={field.onChange} />
          )}
        />
        <Button
          size="icon"
          variant="ghost"
          className="text-danger-text"
          aria-label={`Remove origin ${host || index + 2}`}
          icon={<Trash2 className="size-4" />}
          onClick={onRemove}
        />
      </div>
      <div className="col-span-full">
        <Steering
          origin={host || `origin ${index + 2}`}
          places={`additional_origins.${index}.places`}
          drain={`additional_origins.${index}.drain_until`}
        />
      </div>
    </li>
  );
}

/** Load balancing, and which origins are checked. */
function Balancing({ several }: { several: boolean }) {
  const { control } = useFormContext<OriginConfig>();
  const checked = useWatch({ control, name: 'health_check.enabled' });
  return (
    <div className="mt-3 divide-y divide-line border-y border-line">
      {several && (
        <>
          <div className="py-3">
            <NumberField
              control={control}
              name="origin_weight"
              label="Weight of the first origin"
              className="max-w-xs"
              hint="Its share of requests relative to the others."
              limits={WEIGHTS}
            />
            <div className="mt-3">
              <Steering origin="the first origin" places="origin_places" drain="origin_drain_until" />
            </div>
          </div>
          <SwitchField
            control={control}
            name="sticky_sessions"
            label="Keep visitors on one origin"
            description="With a cookie, for as long as that origin is healthy."
          />
        </>
      )}
      <div>
        <SwitchField
          control={control}
          name="health_check.enabled"
          label="Health checks"
          description="Every edge node checks each origin; unhealthy ones get no requests."
        />
        {checked && <HealthCheckFields />}
      </div>
      {checked && (
        <>
          {several && (
            <SwitchField
              control={control}
              name="prefer_fastest"
              label="Prefer the fastest origin"
              description="Among the origins available to a visitor, the one with the fastest health checks from the visitor’s edge node."
            />
          )}
          <SwitchField
            control={control}
            name="health_quorum"
            label="Edge nodes agree on health"
            description="An origin that most nodes find down gets no requests from any node. If a single node cannot reach an origin, only that node stops using it."
          />
        </>
      )}
    </div>
  );
}

/** Further origins of the site: weights, backups, health checks. */
export function MoreOrigins({ domainId }: { domainId: string }) {
  const { control } = useFormContext<OriginConfig>();
  const { fields, append, remove } = useFieldArray({ control, name: 'additional_origins' });
  const { errors } = useFormState({ control, name: 'additional_origins' });
  return (
    <section className="mt-6">
      <div className="flex items-center justify-between gap-3">
        <div>
          <h3 className="text-sm">More origins</h3>
          <p className="text-[0.8125rem] text-ink-muted">
            Share the traffic among several servers, or keep one in reserve.
          </p>
        </div>
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus className="size-4" />}
          disabled={fields.length >= MAX_MORE_ORIGINS}
          onClick={() => append(fresh)}
        >
          Add origin
        </Button>
      </div>
      <Refused message={errors.additional_origins?.message ?? errors.additional_origins?.root?.message} />
      {fields.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {fields.map(({ id }, index) => (
            <OriginRow key={id} index={index} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      <Balancing several={fields.length > 0} />
      <div className="mt-3">
        <OriginHealth domainId={domainId} />
      </div>
    </section>
  );
}
