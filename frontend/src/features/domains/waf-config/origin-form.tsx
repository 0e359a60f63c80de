import { useState } from 'react';
import type { OriginConfig } from '../../../shared/api/types.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select } from '../../../shared/ui/input.tsx';
import { SwitchRow } from '../../../shared/ui/switch.tsx';

interface OriginFormProps {
  config: OriginConfig;
  loading: boolean;
  saving: boolean;
  onSave: (config: OriginConfig) => void;
}

type Switches = {
  [K in keyof OriginConfig]: OriginConfig[K] extends boolean ? K : never;
}[keyof OriginConfig];

const switches: readonly { key: Switches; label: string; description: string }[] = [
  {
    key: 'origin_use_tls',
    label: 'Use TLS to the origin',
    description: 'Encrypts the way between the edge and your server.',
  },
  {
    key: 'enable_hsts',
    label: 'Enable HSTS',
    description: 'Tells browsers to come by HTTPS only. Turn it on once HTTPS works for every visitor.',
  },
  {
    key: 'enable_http2',
    label: 'Enable HTTP/2',
    description: 'Lets visitors load many files over one connection.',
  },
  {
    key: 'enable_websocket',
    label: 'Enable WebSocket',
    description: 'Passes connection upgrades on to your server.',
  },
  {
    key: 'enable_compression',
    label: 'Enable Compression',
    description: 'Compresses answers that your server sends uncompressed.',
  },
  {
    key: 'pass_underscore_headers',
    label: 'Pass headers with underscores',
    description: 'Some older applications need them. Without this they are inspected and dropped.',
  },
];

const integer = (text: string): number => Number.parseInt(text, 10);

export function OriginForm({ config, loading, saving, onSave }: OriginFormProps) {
  const [draft, setDraft] = useState(config);
  const [port, setPort] = useState(String(config.origin_port));
  const [timeout, setTimeoutText] = useState(String(config.timeout_seconds));
  const set = (part: Partial<OriginConfig>) => setDraft((before) => ({ ...before, ...part }));

  const portError = inRange(integer(port), 1, 65535) ? undefined : 'A port is a number from 1 to 65535';
  const timeoutError = inRange(integer(timeout), 1, 300) ? undefined : 'A timeout is 1 to 300 seconds';
  const hostMissing = draft.origin_host.trim() === '';

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (hostMissing || portError || timeoutError) return;
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
          error={hostMissing && !loading ? 'The origin host is required' : undefined}
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
          hint="Recommended: 30 seconds."
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
      <div className="mt-5 flex justify-end">
        <Button type="submit" busy={saving} disabled={hostMissing || loading}>
          {saving ? 'Saving...' : 'Save Origin Settings'}
        </Button>
      </div>
    </form>
  );
}

function inRange(value: number, low: number, high: number): boolean {
  return Number.isInteger(value) && value >= low && value <= high;
}
