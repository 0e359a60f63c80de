import { useEffect, useState } from 'react';
import type { DdosLevel, PolicyConfig } from '../../../shared/api/types.ts';
import { RATE_LIMIT_INVALID } from '../../../shared/lib/site-policy.ts';
import type { GatedFeature } from '../../../shared/plans/gated-features.ts';
import { PlanBadge } from '../../../shared/plans/plan-badge.tsx';
import { UpgradeRequiredDialog } from '../../../shared/plans/upgrade-required-dialog.tsx';
import { useEntitlements } from '../../../shared/plans/use-plans.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Select } from '../../../shared/ui/input.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { Checkbox, SwitchRow } from '../../../shared/ui/switch.tsx';
import { CountryList } from './country-list.tsx';
import { ForecastPanel } from './forecast/forecast-panel.tsx';
import { IpList } from './ip-list.tsx';
import { BotDetails, CacheDetails, PathLimits, UploadScan } from './protection-details.tsx';
import { SaveBar } from './save-bar.tsx';

/** What the form holds; the lists of rules are saved on their own. */
export type PolicyFields = Omit<PolicyConfig, 'custom_rules' | 'rule_exclusions'>;

interface PolicyFormProps {
  domainName: string;
  config: PolicyFields;
  loading: boolean;
  saving: boolean;
  onSave: (config: PolicyFields) => void;
  /** Whether something was changed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

const sensitivities: readonly { value: PolicyConfig['waf_sensitivity']; label: string; hint: string }[] = [
  { value: 'low', label: 'Low', hint: 'Only clear attacks. Fewest false alarms.' },
  { value: 'medium', label: 'Medium', hint: 'The balance that fits most sites.' },
  { value: 'high', label: 'High', hint: 'Strict. Expect to make exceptions for unusual input.' },
];

const ddosLevels: readonly { value: DdosLevel; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

type GatedSwitch =
  | 'enable_rate_limiting'
  | 'enable_ddos_protection'
  | 'enable_bot_protection'
  | 'enable_geo_blocking'
  | 'enable_caching';

export function PolicyForm({ domainName, config, loading, saving, onSave, onDirty }: PolicyFormProps) {
  const [draft, setDraft] = useState(config);
  const [limit, setLimit] = useState(String(config.rate_limit_requests));
  const [lockedFeature, setLockedFeature] = useState<GatedFeature | null>(null);
  const { allows, entitlements } = useEntitlements();
  const set = (part: Partial<PolicyFields>) => setDraft((before) => ({ ...before, ...part }));

  const highest = entitlements.max_rate_limit_requests;
  const limitNumber = Number.parseInt(limit, 10);
  const limitError = limitProblem(limitNumber, highest, draft.enable_rate_limiting && allows('rateLimiting'));

  /** A switch that asks the plan first: turning it on without the feature explains the plan instead. */
  const gated = (feature: GatedFeature, key: GatedSwitch) => ({
    checked: draft[key] && allows(feature),
    badge: allows(feature) ? null : <PlanBadge feature={feature} />,
    onCheckedChange: (checked: boolean) => {
      if (checked && !allows(feature)) setLockedFeature(feature);
      else if (key === 'enable_ddos_protection' && checked && draft.ddos_protection_level === 'none')
        set({ enable_ddos_protection: true, ddos_protection_level: 'medium' });
      else set({ [key]: checked });
    },
  });

  const dirty =
    JSON.stringify(draft) !== JSON.stringify(config) || limit !== String(config.rate_limit_requests);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const discard = () => {
    setDraft(config);
    setLimit(String(config.rate_limit_requests));
  };

  const save = (policy: PolicyFields) => {
    if (limitError) return;
    onSave({
      ...policy,
      rate_limit_requests: Number.isInteger(limitNumber) ? limitNumber : config.rate_limit_requests,
    });
  };

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    save(draft);
  };

  return (
    <form onSubmit={submit} noValidate>
      <div className="divide-y divide-line border-y border-line">
        <div className="grid gap-2 py-3 sm:flex sm:items-center sm:justify-between">
          <div>
            <p className="text-sm font-[560]">Mode</p>
            <p className="text-[0.8125rem] text-ink-muted">
              Log only judges every request and stops none, apart from your block lists.
            </p>
          </div>
          <Segmented
            label="Mode"
            value={draft.mode}
            onChange={(mode) => set({ mode })}
            options={[
              { value: 'On', label: 'Block' },
              { value: 'DetectionOnly', label: 'Log only' },
              { value: 'Off', label: 'Off' },
            ]}
          />
        </div>
        {config.mode === 'DetectionOnly' && (
          <ForecastPanel
            domainName={domainName}
            saving={saving}
            onBlock={() => {
              set({ mode: 'On' });
              save({ ...draft, mode: 'On' });
            }}
          />
        )}
        <SwitchRow
          label="Managed Rules"
          description="Palisade's own rules against SQL injection, XSS, path traversal and their kin."
          checked={draft.enable_managed_rules}
          onCheckedChange={(checked) => set({ enable_managed_rules: checked })}
        />
        <div className="grid gap-2 py-3 sm:flex sm:items-center sm:justify-between">
          <div>
            <p className="text-sm font-[560]">WAF Sensitivity</p>
            <p className="text-[0.8125rem] text-ink-muted">
              {sensitivities.find(({ value }) => value === draft.waf_sensitivity)?.hint}
            </p>
          </div>
          <Segmented
            label="WAF Sensitivity"
            value={draft.waf_sensitivity}
            onChange={(waf_sensitivity) => set({ waf_sensitivity })}
            options={sensitivities}
          />
        </div>
        <div>
          <SwitchRow
            label="Bot Protection"
            description="Verifies search engines, refuses bad bots, challenges automation."
            {...gated('botProtection', 'enable_bot_protection')}
          />
          {draft.enable_bot_protection && allows('botProtection') && (
            <BotDetails config={draft} onChange={set} />
          )}
        </div>
        <div>
          <SwitchRow
            label="Rate Limiting"
            description="When the limit is reached, the IP is blocked for 1 hour."
            {...gated('rateLimiting', 'enable_rate_limiting')}
          />
          {draft.enable_rate_limiting && allows('rateLimiting') && (
            <Field
              label="Requests per minute"
              className="max-w-xs pb-4"
              hint={
                highest === null
                  ? 'Per visitor address.'
                  : `Per visitor address; your plan allows up to ${highest}.`
              }
              error={limitError}
            >
              <Input
                className="font-mono"
                inputMode="numeric"
                value={limit}
                onChange={(event) => setLimit(event.target.value)}
              />
            </Field>
          )}
          {draft.enable_rate_limiting && allows('rateLimiting') && (
            <PathLimits config={draft} onChange={set} />
          )}
        </div>
        <div>
          <SwitchRow
            label="DDoS Protection"
            description="Stops floods of requests and connections at the edge."
            {...gated('ddosProtection', 'enable_ddos_protection')}
          />
          {draft.enable_ddos_protection && allows('ddosProtection') && (
            <Field label="DDoS Protection Level" className="max-w-xs pb-4">
              <Select
                value={draft.ddos_protection_level}
                onChange={(event) => set({ ddos_protection_level: event.target.value as DdosLevel })}
              >
                {ddosLevels.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        <div>
          <SwitchRow
            label="Geo-Blocking"
            description="Refuses visitors from the countries in the list."
            {...gated('geoBlocking', 'enable_geo_blocking')}
          />
          {draft.enable_geo_blocking && allows('geoBlocking') && (
            <CountryList
              countries={draft.blocked_countries}
              onChange={(blocked_countries) => set({ blocked_countries })}
            />
          )}
        </div>
        <div>
          <SwitchRow
            label="Caching"
            description="Answers repeated requests from the edge."
            {...gated('edgeCaching', 'enable_caching')}
          />
          {draft.enable_caching && allows('edgeCaching') && <CacheDetails config={draft} onChange={set} />}
        </div>
        <UploadScan config={draft} onChange={set} />
      </div>
      <div className="mt-6 grid gap-5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm">IP Management</h3>
          {!allows('ipManagement') && <PlanBadge feature="ipManagement" />}
        </div>
        {(['blocked', 'allowed'] as const).map((kind) => (
          <IpList
            key={kind}
            kind={kind}
            entries={draft[`${kind}_ips`]}
            locked={!allows('ipManagement')}
            onLocked={() => setLockedFeature('ipManagement')}
            onChange={(entries) => set({ [`${kind}_ips`]: entries })}
          />
        ))}
        <Checkbox
          label="Trust allowed IPs: they skip the managed rules too"
          checked={draft.allowed_ips_skip_rules}
          onCheckedChange={(allowed_ips_skip_rules) => set({ allowed_ips_skip_rules })}
          disabled={!allows('ipManagement')}
        />
        <Field
          label="If the rule engine itself fails on a request"
          className="max-w-xs"
          hint="Either way it is counted and alerted."
        >
          <Select
            value={draft.on_engine_failure}
            onChange={(event) =>
              set({ on_engine_failure: event.target.value === 'closed' ? 'closed' : 'open' })
            }
          >
            <option value="open">Let it through</option>
            <option value="closed">Refuse it</option>
          </Select>
        </Field>
      </div>
      <SaveBar label="Save WAF Policy" dirty={dirty} saving={saving} disabled={loading} onDiscard={discard} />
      {lockedFeature && (
        <UpgradeRequiredDialog feature={lockedFeature} onClose={() => setLockedFeature(null)} />
      )}
    </form>
  );
}

function limitProblem(value: number, highest: number | null, active: boolean): string | undefined {
  if (!active) return undefined;
  if (!Number.isInteger(value) || value < 1) return RATE_LIMIT_INVALID;
  if (highest !== null && value > highest) return `Your plan allows up to ${highest} requests per minute`;
  return undefined;
}
