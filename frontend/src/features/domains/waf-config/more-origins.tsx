import { Plus, Trash2 } from 'lucide-react';
import { useListOriginsQuery } from '../../../shared/api/domains-api.ts';
import type { AdditionalOrigin, HealthCheck, OriginConfig } from '../../../shared/api/types.ts';
import { formatRelative } from '../../../shared/lib/format.ts';
import {
  HEALTH_CHECK_LIMITS,
  MAX_MORE_ORIGINS,
  PORTS,
  type Range,
  WEIGHTS,
} from '../../../shared/lib/site-policy.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select } from '../../../shared/ui/input.tsx';
import { NumberInput } from '../../../shared/ui/number-input.tsx';
import { Checkbox, SwitchRow } from '../../../shared/ui/switch.tsx';

const POLL_MS = 10_000;
const fresh: AdditionalOrigin = { host: '', port: 80, protocol: 'http', weight: 1, backup: false };

type Part = Partial<OriginConfig>;

interface MoreOriginsProps {
  domainId: string;
  config: OriginConfig;
  onChange: (part: Part) => void;
}

/** How the edge nodes find each origin, while health checks run. */
function OriginHealth({ domainId }: { domainId: string }) {
  const { data } = useListOriginsQuery(
    { id: domainId },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  if (!data?.checked) return null;
  return (
    <ul aria-label="Health of the origins" className="grid gap-2">
      {data.origins.map(({ origin, healthy, nodes }) => (
        <li key={origin} className="rounded-md bg-sunken px-3 py-2 text-[0.8125rem]">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-mono">{origin}</span>
            {healthy === null ? (
              <Badge>Not checked yet</Badge>
            ) : (
              <Badge tone={healthy ? 'ok' : 'danger'}>{healthy ? 'Healthy' : 'Unhealthy'}</Badge>
            )}
          </p>
          {nodes
            .filter((node) => !node.healthy)
            .map((node) => (
              <p key={node.node} className="mt-1 text-danger-text">
                {node.node}: {node.problem}
                {node.status !== null && ` (${node.status})`} · {formatRelative(node.checked_at)}
              </p>
            ))}
        </li>
      ))}
    </ul>
  );
}

function HealthCheckFields({
  check,
  onChange,
}: {
  check: HealthCheck;
  onChange: (check: HealthCheck) => void;
}) {
  const number = (label: string, key: keyof HealthCheck, limits: Range, hint?: string) => (
    <Field label={label} hint={hint}>
      <NumberInput
        {...limits}
        value={Number(check[key])}
        onChange={(value) => onChange({ ...check, [key]: value })}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-4 pb-4 sm:grid-cols-4">
      <Field label="Path" className="col-span-2">
        <Input
          className="font-mono"
          value={check.path}
          onChange={(event) => onChange({ ...check, path: event.target.value })}
        />
      </Field>
      {number('Every (seconds)', 'interval_seconds', HEALTH_CHECK_LIMITS.intervalSeconds)}
      {number('Give up after (seconds)', 'timeout_seconds', HEALTH_CHECK_LIMITS.timeoutSeconds)}
      {number('Unhealthy after', 'unhealthy_after', HEALTH_CHECK_LIMITS.repetitions, 'failures in a row')}
      {number('Healthy after', 'healthy_after', HEALTH_CHECK_LIMITS.repetitions, 'successes in a row')}
      {number('Status from', 'status_from', HEALTH_CHECK_LIMITS.status)}
      {number('Status to', 'status_to', HEALTH_CHECK_LIMITS.status)}
    </div>
  );
}

/** Further servers behind the same site: shares, a spare one, and who is asked whether they are well. */
export function MoreOrigins({ domainId, config, onChange }: MoreOriginsProps) {
  const origins = config.additional_origins;
  const change = (index: number, part: Partial<AdditionalOrigin>) =>
    onChange({
      additional_origins: origins.map((origin, at) => (at === index ? { ...origin, ...part } : origin)),
    });

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
          disabled={origins.length >= MAX_MORE_ORIGINS}
          onClick={() => onChange({ additional_origins: [...origins, fresh] })}
        >
          Add origin
        </Button>
      </div>
      {origins.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {origins.map((origin, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own while they are typed
              key={index}
              className="grid grid-cols-2 items-end gap-3 rounded-md border border-line p-3 sm:grid-cols-[minmax(0,3fr)_5rem_6rem_5rem_auto]"
            >
              <Field label="Host" className="col-span-2 sm:col-span-1">
                <Input
                  className="font-mono"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={origin.host}
                  onChange={(event) => change(index, { host: event.target.value })}
                />
              </Field>
              <Field label="Port">
                <NumberInput {...PORTS} value={origin.port} onChange={(port) => change(index, { port })} />
              </Field>
              <Field label="Protocol">
                <Select
                  value={origin.protocol}
                  onChange={(event) =>
                    change(index, { protocol: event.target.value === 'https' ? 'https' : 'http' })
                  }
                >
                  <option value="http">HTTP</option>
                  <option value="https">HTTPS</option>
                </Select>
              </Field>
              <Field label="Weight">
                <NumberInput
                  {...WEIGHTS}
                  value={origin.weight}
                  onChange={(weight) => change(index, { weight })}
                />
              </Field>
              <div className="flex h-10 items-center gap-2">
                <Checkbox
                  label="Reserve"
                  checked={origin.backup}
                  onCheckedChange={(backup) => change(index, { backup })}
                />
                <Button
                  size="icon"
                  variant="ghost"
                  className="text-danger-text"
                  aria-label={`Remove origin ${origin.host || index + 2}`}
                  icon={<Trash2 className="size-4" />}
                  onClick={() => onChange({ additional_origins: origins.filter((_, at) => at !== index) })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 divide-y divide-line border-y border-line">
        {origins.length > 0 && (
          <>
            <Field
              label="Weight of the first origin"
              className="max-w-xs py-3"
              hint="Its share of the requests beside the others."
            >
              <NumberInput
                {...WEIGHTS}
                value={config.origin_weight}
                onChange={(origin_weight) => onChange({ origin_weight })}
              />
            </Field>
            <SwitchRow
              label="Keep visitors on one origin"
              description="By a cookie, for as long as that origin is healthy."
              checked={config.sticky_sessions}
              onCheckedChange={(sticky_sessions) => onChange({ sticky_sessions })}
            />
          </>
        )}
        <div>
          <SwitchRow
            label="Health checks"
            description="Every edge node asks each origin; unhealthy ones get no requests."
            checked={config.health_check.enabled}
            onCheckedChange={(enabled) => onChange({ health_check: { ...config.health_check, enabled } })}
          />
          {config.health_check.enabled && (
            <HealthCheckFields
              check={config.health_check}
              onChange={(health_check) => onChange({ health_check })}
            />
          )}
        </div>
      </div>
      <div className="mt-3">
        <OriginHealth domainId={domainId} />
      </div>
    </section>
  );
}
