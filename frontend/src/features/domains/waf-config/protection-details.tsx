import { Plus, Trash2 } from 'lucide-react';
import type { PathRateLimit, PolicyConfig } from '../../../shared/api/types.ts';
import { bots, CACHE_SECONDS, PATH_RATE_LIMITS, pathProblem } from '../../../shared/lib/site-policy.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select } from '../../../shared/ui/input.tsx';
import { NumberInput } from '../../../shared/ui/number-input.tsx';
import type { PolicyFields } from './policy-form.tsx';
import { TextList } from './text-list.tsx';

const MAX_CLEARANCE_HOURS = bots.fields.challenge_clearance_seconds.limits!.max / 3_600;

interface DetailsProps {
  config: PolicyFields;
  onChange: (part: Partial<PolicyFields>) => void;
}

const challenges: readonly { value: PolicyConfig['bot_challenge']; label: string }[] = [
  { value: 'off', label: 'Nobody: refuse bad bots only' },
  { value: 'suspicious', label: 'Clients that look automated' },
  { value: 'all', label: 'Every visitor' },
];

/** Who has to prove to be a browser, and for how long that holds. */
export function BotDetails({ config, onChange }: DetailsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 pb-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Who is challenged" hint="A short proof of work, solved by the browser itself.">
          <Select
            value={config.bot_challenge}
            onChange={(event) =>
              onChange({ bot_challenge: event.target.value as PolicyConfig['bot_challenge'] })
            }
          >
            {challenges.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Valid for (hours)" hint="Then a visitor is challenged again.">
          <NumberInput
            min={1}
            max={MAX_CLEARANCE_HOURS}
            value={Math.max(1, Math.round(config.challenge_clearance_seconds / 3600))}
            onChange={(hours) => onChange({ challenge_clearance_seconds: hours * 3600 })}
          />
        </Field>
      </div>
      <TextList
        label="API paths"
        hint="Programs cannot solve a challenge: below these paths they are refused or let through."
        placeholder="/api/"
        entries={config.api_path_prefixes}
        problem={pathProblem}
        onChange={(api_path_prefixes) => onChange({ api_path_prefixes })}
      />
    </div>
  );
}

/** Stricter limits for single paths, such as a login form. */
export function PathLimits({ config, onChange }: DetailsProps) {
  const limits = config.path_rate_limits;
  const change = (index: number, part: Partial<PathRateLimit>) =>
    onChange({ path_rate_limits: limits.map((limit, at) => (at === index ? { ...limit, ...part } : limit)) });
  return (
    <div className="grid grid-cols-1 gap-3 pb-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-[0.8125rem] text-ink-muted">
          Limits for single paths, such as a login form, count beside it.
        </p>
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus className="size-4" />}
          disabled={limits.length >= PATH_RATE_LIMITS.count}
          onClick={() =>
            onChange({
              path_rate_limits: [...limits, { path_prefix: '/login', requests: 10, window_seconds: 60 }],
            })
          }
        >
          Add limit
        </Button>
      </div>
      {limits.map((limit, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own while they are typed
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-3 rounded-md border border-line p-3 sm:grid-cols-[minmax(0,1fr)_7rem_7rem_auto]"
        >
          <Field
            label="Path begins with"
            className="col-span-3 sm:col-span-1"
            error={pathProblem(limit.path_prefix)}
          >
            <Input
              className="font-mono"
              value={limit.path_prefix}
              onChange={(event) => change(index, { path_prefix: event.target.value })}
            />
          </Field>
          <Field label="Requests">
            <NumberInput
              {...PATH_RATE_LIMITS.requests}
              value={limit.requests}
              onChange={(requests) => change(index, { requests })}
            />
          </Field>
          <Field label="In seconds">
            <NumberInput
              {...PATH_RATE_LIMITS.windowSeconds}
              value={limit.window_seconds}
              onChange={(window_seconds) => change(index, { window_seconds })}
            />
          </Field>
          <Button
            size="icon"
            variant="ghost"
            className="text-danger-text"
            aria-label={`Remove the limit of ${limit.path_prefix}`}
            icon={<Trash2 className="size-4" />}
            onClick={() => onChange({ path_rate_limits: limits.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
    </div>
  );
}

/** What is stored although nothing says for how long, and what a stale copy is still good for. */
export function CacheDetails({ config, onChange }: DetailsProps) {
  const seconds = (
    label: string,
    hint: string,
    key:
      | 'cache_default_ttl_seconds'
      | 'cache_stale_while_revalidate_seconds'
      | 'cache_stale_if_error_seconds',
  ) => (
    <Field label={label} hint={hint}>
      <NumberInput {...CACHE_SECONDS} value={config[key]} onChange={(value) => onChange({ [key]: value })} />
    </Field>
  );
  return (
    <div className="grid grid-cols-1 gap-4 pb-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {seconds(
          'Default lifetime (s)',
          'Where the answer names none; 0: not stored.',
          'cache_default_ttl_seconds',
        )}
        {seconds(
          'Stale while fetching (s)',
          'Visitors do not wait for the new copy.',
          'cache_stale_while_revalidate_seconds',
        )}
        {seconds('Stale on error (s)', 'While the origin fails.', 'cache_stale_if_error_seconds')}
      </div>
      <TextList
        label="Ignored query parameters"
        hint="They make no difference to the answer, such as those of campaigns."
        placeholder="utm_source"
        entries={config.cache_ignored_query_parameters}
        onChange={(cache_ignored_query_parameters) => onChange({ cache_ignored_query_parameters })}
      />
    </div>
  );
}

const scans: readonly { value: PolicyConfig['upload_scanning']; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'fail_open', label: 'On; let uploads pass if the scanner is away' },
  { value: 'fail_closed', label: 'On; refuse uploads if the scanner is away' },
];

/** Uploads wait for the virus scanner. */
export function UploadScan({ config, onChange }: DetailsProps) {
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <Field label="Scan uploads for malware" hint="Files are looked at before your server gets them.">
        <Select
          value={config.upload_scanning}
          onChange={(event) =>
            onChange({ upload_scanning: event.target.value as PolicyConfig['upload_scanning'] })
          }
        >
          {scans.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {config.upload_scanning !== 'off' && (
        <Field label="Larger than the scanner takes">
          <Select
            value={config.upload_scan_over_limit}
            onChange={(event) =>
              onChange({ upload_scan_over_limit: event.target.value === 'pass' ? 'pass' : 'refuse' })
            }
          >
            <option value="refuse">Refuse</option>
            <option value="pass">Let pass, and say so in the log</option>
          </Select>
        </Field>
      )}
    </div>
  );
}
