import { useEffect, useState } from 'react';
import type { OriginConfig } from '../../../shared/api/types.ts';
import { ORIGIN_HOST_REQUIRED, originFields, problemOf } from '../../../shared/lib/site-policy.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select } from '../../../shared/ui/input.tsx';
import { SwitchRow } from '../../../shared/ui/switch.tsx';
import { MoreOrigins } from './more-origins.tsx';
import { SaveBar } from './save-bar.tsx';

interface OriginFormProps {
  domainId: string;
  config: OriginConfig;
  loading: boolean;
  saving: boolean;
  onSave: (config: OriginConfig) => void;
  /** Whether something was changed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

type Switches = {
  [K in keyof OriginConfig]: OriginConfig[K] extends boolean ? K : never;
}[keyof OriginConfig];

const isSwitch = (name: keyof OriginConfig): name is Switches => originFields[name].switch !== undefined;
const switches = (Object.keys(originFields) as (keyof OriginConfig)[])
  .filter(isSwitch)
  .map((key) => ({ key, ...originFields[key].switch! }));

const integer = (text: string): number => Number.parseInt(text, 10);

export function OriginForm({ domainId, config, loading, saving, onSave, onDirty }: OriginFormProps) {
  const [draft, setDraft] = useState(config);
  const [port, setPort] = useState(String(config.origin_port));
  const [timeout, setTimeoutText] = useState(String(config.timeout_seconds));
  const set = (part: Partial<OriginConfig>) => setDraft((before) => ({ ...before, ...part }));

  const portError = problemOf(originFields.origin_port, integer(port));
  const timeoutError = problemOf(originFields.timeout_seconds, integer(timeout));
  const hostMissing = draft.origin_host.trim() === '';

  const originsIncomplete = draft.additional_origins.some(({ host }) => host.trim() === '');

  const dirty =
    JSON.stringify(draft) !== JSON.stringify(config) ||
    port !== String(config.origin_port) ||
    timeout !== String(config.timeout_seconds);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const discard = () => {
    setDraft(config);
    setPort(String(config.origin_port));
    setTimeoutText(String(config.timeout_seconds));
  };

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (hostMissing || portError || timeoutError || originsIncomplete) return;
    onSave({
      ...draft,
      origin_host: draft.origin_host.trim(),
      origin_port: integer(port),
      timeout_seconds: integer(timeout),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <div className="grid gap-4 sm:grid-cols-6">
        <Field
          label="Origin Host"
          required
          className="sm:col-span-4"
          hint="IP address or host name of your server."
          error={hostMissing && !loading ? ORIGIN_HOST_REQUIRED : undefined}
        >
          <Input
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.origin_host}
            onChange={(event) => set({ origin_host: event.target.value })}
          />
        </Field>
        <Field label="Origin Port" className="sm:col-span-2" error={portError}>
          <Input
            className="font-mono"
            inputMode="numeric"
            value={port}
            onChange={(event) => setPort(event.target.value)}
          />
        </Field>
        <Field label="Protocol" className="sm:col-span-3">
          <Select
            value={draft.origin_protocol}
            onChange={(event) => {
              const secure = event.target.value === 'https';
              // One fact under two names: https implies TLS to the origin.
              set({ origin_protocol: secure ? 'https' : 'http', origin_use_tls: secure });
            }}
          >
            <option value="http">HTTP</option>
            <option value="https">HTTPS</option>
          </Select>
        </Field>
        <Field
          label="Timeout (seconds)"
          className="sm:col-span-3"
          hint={`Recommended: ${originFields.timeout_seconds.default} seconds.`}
          error={timeoutError}
        >
          <Input
            className="font-mono"
            inputMode="numeric"
            value={timeout}
            onChange={(event) => setTimeoutText(event.target.value)}
          />
        </Field>
      </div>
      <Field
        label="Host name for the origin"
        optional
        className="mt-4"
        hint="Sent as Host and for TLS; empty: the name that the visitor asked for."
      >
        <Input
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.origin_host_header}
          onChange={(event) => set({ origin_host_header: event.target.value })}
        />
      </Field>
      <div className="mt-4 divide-y divide-line border-y border-line">
        {switches.map(({ key, label, description }) => (
          <SwitchRow
            key={key}
            label={label}
            description={description}
            checked={draft[key]}
            onCheckedChange={(checked) =>
              set(
                key === 'origin_use_tls'
                  ? { origin_use_tls: checked, origin_protocol: checked ? 'https' : 'http' }
                  : { [key]: checked },
              )
            }
          />
        ))}
      </div>
      <MoreOrigins domainId={domainId} config={draft} onChange={set} />
      <SaveBar
        label="Save Origin Settings"
        dirty={dirty}
        saving={saving}
        disabled={hostMissing || originsIncomplete || loading}
        problem={originsIncomplete ? 'Every origin needs a host.' : undefined}
        onDiscard={discard}
      />
    </form>
  );
}
