import type { Entitlements } from '@palisade/entitlements';
import type { SiteSettings } from '@palisade/site-policy/wire';
import { ADDRESS_FIELDS } from '../../http/claimed-fields.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { SensitiveNames } from './masking/sensitive-names.ts';
import { USER_AGENT_FIELDS } from './privacy/personal-fields.ts';

export interface RecordingPolicy {
  /** Fraction of requests that are recorded if not refused, 0 to 1; rare shapes are recorded more often. */
  readonly rate: number;
  readonly names: SensitiveNames;
  readonly masksQueryValues: boolean;
  /** Maximum number of requests kept for the site; 0: no limit. */
  readonly quota: number;
}

export interface RecordingPart {
  /** Null: nothing is recorded. */
  readonly recording: RecordingPolicy | null;
}

export type RecordedSiteRequest = RequestContext<Site & RecordingPart>;

const RATES = {
  blocked: () => 0,
  sampled: ({ recording_rate_percent: percent }: Readonly<SiteSettings>) => percent / 100,
  all: () => 1,
} as const;

export function recordingOf(
  settings: Readonly<SiteSettings>,
  { maxRecordedRequests }: Pick<Entitlements, 'maxRecordedRequests'>,
): RecordingPolicy | null {
  const { traffic_recording: mode } = settings;
  if (mode === 'off') return null;
  return Object.freeze({
    rate: RATES[mode](settings),
    names: SensitiveNames.ofSecretsAndPersons([
      ...settings.recording_masked_fields,
      ...(settings.log_addresses === 'full' ? [] : ADDRESS_FIELDS),
      ...(settings.log_omit_user_agents ? USER_AGENT_FIELDS : []),
    ]),
    masksQueryValues: settings.log_mask_query_values,
    quota: maxRecordedRequests ?? 0,
  });
}
