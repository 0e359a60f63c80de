import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { bots, CACHE_SECONDS, pathProblem } from '../../../../entities/policy/site-policy.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { NumberInput } from '../../../../shared/ui/number-input.tsx';
import { ListField, NumberField, Refused, SelectField, SwitchField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { TextList } from '../form/text-list.tsx';
import { EdgeHelper } from './edge-helper.tsx';
import type { PolicyFields } from './policy-fields.ts';

const MAX_CLEARANCE_HOURS = bots.fields.challenge_clearance_seconds.limits!.max / 3_600;

const challenges: readonly { value: PolicyFields['bot_challenge']; label: string }[] = [
  { value: 'off', label: 'Nobody: block bad bots only' },
  { value: 'suspicious', label: 'Clients that look automated' },
  { value: 'all', label: 'Every visitor' },
];

/** Whom to challenge, and how long a clearance lasts. */
export function BotDetails() {
  const { control } = useFormContext<PolicyFields>();
  return (
    <div className="grid grid-cols-1 gap-4 pb-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="bot_challenge"
          label="Who is challenged"
          hint="A short proof of work, solved by the browser itself."
          options={challenges}
        />
        <Controller
          control={control}
          name="challenge_clearance_seconds"
          render={({ field, fieldState }) => (
            <Field
              label="Valid for (hours)"
              hint="After this time a visitor is challenged again."
              error={fieldState.error?.message}
            >
              <NumberInput
                min={1}
                max={MAX_CLEARANCE_HOURS}
                value={Math.max(1, Math.round(field.value / 3600))}
                onChange={(hours) => field.onChange(hours * 3600)}
              />
            </Field>
          )}
        />
      </div>
      <ListField
        control={control}
        name="api_path_prefixes"
        list={(field) => (
          <TextList
            label="API paths"
            hint="Programs cannot solve a challenge: under these paths, clients that would be challenged are blocked, and all others pass."
            placeholder="/api/"
            problem={pathProblem}
            {...field}
          />
        )}
      />
    </div>
  );
}

/** Default freshness, and the use of stale responses. */
export function CacheDetails() {
  const { control } = useFormContext<PolicyFields>();
  return (
    <div className="grid grid-cols-1 gap-4 pb-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          control={control}
          name="cache_default_ttl_seconds"
          label="Default lifetime (s)"
          hint="Used if the response sets none; 0: not cached."
          limits={CACHE_SECONDS}
        />
        <NumberField
          control={control}
          name="cache_stale_while_revalidate_seconds"
          label="Stale while fetching (s)"
          hint="Visitors do not wait for the new response."
          limits={CACHE_SECONDS}
        />
        <NumberField
          control={control}
          name="cache_stale_if_error_seconds"
          label="Stale on error (s)"
          hint="While the origin fails."
          limits={CACHE_SECONDS}
        />
      </div>
      <SwitchField
        control={control}
        name="tiered_cache"
        label="Tiered cache"
        description="Edge nodes ask one of them for what they have not cached, so your origin is contacted once for all."
      />
      <Controller
        control={control}
        name="cache_ignored_query_parameters"
        render={({ field, fieldState }) => (
          <>
            <TextList
              label="Ignored query parameters"
              hint="Parameters that do not change the response, such as campaign tags."
              placeholder="utm_source"
              entries={field.value}
              onChange={field.onChange}
            />
            <Refused message={firstMessage(fieldState.error)} />
          </>
        )}
      />
    </div>
  );
}

const scans: readonly { value: PolicyFields['upload_scanning']; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'fail_open', label: 'On; allow uploads if the scanner is unavailable' },
  { value: 'fail_closed', label: 'On; block uploads if the scanner is unavailable' },
];
const overLimit: readonly { value: PolicyFields['upload_scan_over_limit']; label: string }[] = [
  { value: 'refuse', label: 'Refuse' },
  { value: 'pass', label: 'Allow, and note it in the log' },
];

/** Virus scanning of uploads. */
export function UploadScan() {
  const { control } = useFormContext<PolicyFields>();
  const scanning = useWatch({ control, name: 'upload_scanning' });
  return (
    <div className="grid gap-4 py-3 sm:grid-cols-2">
      <SelectField
        control={control}
        name="upload_scanning"
        label="Scan uploads for malware"
        hint="Files are scanned before they reach your server."
        options={scans}
      />
      {scanning !== 'off' && (
        <SelectField
          control={control}
          name="upload_scan_over_limit"
          label="Larger than the scanner accepts"
          options={overLimit}
        />
      )}
      {scanning !== 'off' && (
        <div className="sm:col-span-2">
          <EdgeHelper
            helper="upload_scanner"
            name="virus scanner"
            without={
              scanning === 'fail_closed'
                ? 'Without one, every upload is blocked.'
                : 'Without one, uploads pass unscanned, and the log notes it.'
            }
            guide="/docs/reference/configuration"
          />
        </div>
      )}
    </div>
  );
}
