import { skipToken } from '@reduxjs/toolkit/query';
import {
  BadgeCheck,
  Ban,
  CornerUpRight,
  DatabaseZap,
  EyeOff,
  History,
  ListChecks,
  Server,
  ShieldHalf,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { calls } from '../../../entities/api-call/calls.ts';
import { useGetSitePolicyQuery } from '../../../entities/domain/domains-api.ts';
import { defaultSitePolicy } from '../../../entities/policy/site-policy.ts';
import type { Domain, OriginConfig, PolicyConfig, SitePolicyUpdate } from '../../../shared/api/types.ts';
import { toProblem } from '../../../shared/lib/problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { TabItem } from '../../../shared/ui/tabs.tsx';
import { ConfigNotices } from './config-notices.tsx';
import type { Draft } from './form/use-config-form.ts';
import type { PolicyFields } from './policy/policy-fields.ts';
import type { PrivacyFields } from './privacy/privacy-fields.ts';
import { PRIVACY_FIELDS } from './privacy/privacy-names.ts';
import type { TrafficFields } from './traffic/traffic-fields.ts';
import { TRAFFIC_FIELDS } from './traffic/traffic-names.ts';
import { useSaveConfig } from './use-save-config.ts';

/** Loaded for sites with a roll-out. */
const RunningRollout = lazy(() => import('./rollout/running-rollout.tsx'));
// Tabs are loaded, and fetch their data, when opened.
const BansTab = lazy(async () => ({ default: (await import('./bans-tab.tsx')).BansTab }));
const CacheTab = lazy(async () => ({ default: (await import('./cache-tab.tsx')).CacheTab }));
const CertificatesTab = lazy(async () => ({
  default: (await import('./certificates-tab.tsx')).CertificatesTab,
}));
const HistoryTab = lazy(async () => ({ default: (await import('./history-tab.tsx')).HistoryTab }));
const OriginForm = lazy(async () => ({ default: (await import('./origin/origin-form.tsx')).OriginForm }));
const PolicyForm = lazy(async () => ({ default: (await import('./policy/policy-form.tsx')).PolicyForm }));
const PrivacyForm = lazy(() => import('./privacy/privacy-form.tsx'));
const TrafficForm = lazy(() => import('./traffic/traffic-form.tsx'));

/** Mark on a tab with unsaved changes. */
const unsavedMark = (
  <span className="size-2 rounded-full bg-warn-text">
    <span className="sr-only">(unsaved changes)</span>
  </span>
);

/** Tabs that do not need the configuration, so they need not wait for it. */
const BESIDE: ReadonlySet<string> = new Set([
  'overview',
  'traffic',
  'bans',
  'certificates',
  'cache',
  'history',
  'status',
]);

/** Icon for panels of custom rules. */
export const rulesIcon = <ListChecks />;

/** A site's configuration as tabs, shared by the dialog and the site's page. */
export function useConfigTabs(domain: Domain, open: string) {
  const [originDraft, setOriginDraft] = useState<Draft<OriginConfig> | null>(null);
  const [policyDraft, setPolicyDraft] = useState<Draft<Partial<PolicyConfig>> | null>(null);
  const [trafficDraft, setTrafficDraft] = useState<Draft<TrafficFields> | null>(null);
  const [privacyDraft, setPrivacyDraft] = useState<Draft<PrivacyFields> | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([open]));
  if (!opened.has(open)) setOpened(new Set(opened).add(open));
  const originDirty = originDraft !== null;
  const policyDirty = policyDraft !== null;
  const trafficDirty = trafficDraft !== null;
  const privacyDirty = privacyDraft !== null;
  const { data, error, isFetching, refetch } = useGetSitePolicyQuery(
    [...opened].every((tab) => BESIDE.has(tab)) ? skipToken : { id: domain.id },
    { refetchOnMountOrArgChange: true },
  );
  const saving = useSaveConfig(domain.id, data?.version);
  // Older services send none.
  const rollout = data?.rollout ?? null;
  /** The running roll-out, or the one that ended while the page was open, whose outcome is shown. */
  const [shownRollout, setShownRollout] = useState(rollout);
  if (rollout !== null && rollout !== shownRollout) setShownRollout(rollout);
  // During an upgrade, an older service may send no value for the newest fields.
  const defaults = defaultSitePolicy(domain);
  const originConfig = { ...defaults.originConfig, ...data?.originConfig };
  // Lists of rules are saved separately, so the form must not contain them.
  const { custom_rules, rate_limit_rules, rule_exclusions, ...saved } = {
    ...defaults.policyConfig,
    ...data?.policyConfig,
  };
  const { traffic, privacy, policy } = partsOf(saved);
  const loading = isFetching;

  // Loading errors show no message; but the defaults then shown must not overwrite the stored configuration.
  useEffect(() => {
    if (error)
      console.warn('The WAF configuration could not be loaded:', toProblem(error).detail ?? 'no answer');
  }, [error]);

  // Input before the configuration has loaded would be lost when the form remounts.
  const inertWhileLoading = (form: ReactNode) => <div inert={loading}>{form}</div>;
  const callFor = (part: Pick<SitePolicyUpdate, 'originConfig' | 'policyConfig'>) =>
    calls.updateSitePolicy(domain.id, { ...part, version: data?.version });
  const form = { loading: loading || error !== undefined, saving: saving.saving };

  const items = {
    origin: {
      label: 'Origin Server',
      icon: <Server />,
      note: originDirty && open !== 'origin' && unsavedMark,
      // Forms stay mounted once opened, so that typed text is kept.
      keepMounted: opened.has('origin'),
      panel: inertWhileLoading(
        <OriginForm
          {...form}
          domainId={domain.id}
          domainName={domain.domain_name}
          config={originConfig}
          onSave={(changed) => saving.save({ originConfig: changed })}
          callFor={(changed) => callFor({ originConfig: changed })}
          onDraft={setOriginDraft}
        />,
      ),
    },
    policy: {
      label: 'WAF Policy',
      icon: <ShieldHalf />,
      note: policyDirty && open !== 'policy' && unsavedMark,
      keepMounted: opened.has('policy'),
      panel: inertWhileLoading(
        <>
          {shownRollout !== null && (
            <Suspense fallback={<Skeleton className="mb-4 h-40" />}>
              <div className="mb-4">
                <RunningRollout domainId={domain.id} rolloutId={shownRollout} onOver={refetch} />
              </div>
            </Suspense>
          )}
          <PolicyForm
            {...form}
            key={JSON.stringify(policy)}
            domainId={domain.id}
            domainName={domain.domain_name}
            version={data?.version}
            rollingOut={rollout !== null}
            config={policy}
            onSave={(policyConfig) => saving.save({ policyConfig })}
            callFor={(policyConfig) => callFor({ policyConfig })}
            onDraft={setPolicyDraft}
          />
        </>,
      ),
    },
    redirects: {
      label: 'Redirects & pages',
      icon: <CornerUpRight />,
      note: trafficDirty && open !== 'redirects' && unsavedMark,
      keepMounted: opened.has('redirects'),
      panel: inertWhileLoading(
        <TrafficForm
          {...form}
          domainName={domain.domain_name}
          key={JSON.stringify(traffic)}
          config={traffic}
          onSave={(policyConfig) => saving.save({ policyConfig })}
          callFor={(policyConfig) => callFor({ policyConfig })}
          onDraft={setTrafficDraft}
        />,
      ),
    },
    privacy: {
      label: 'Privacy',
      icon: <EyeOff />,
      note: privacyDirty && open !== 'privacy' && unsavedMark,
      keepMounted: opened.has('privacy'),
      panel: inertWhileLoading(
        <PrivacyForm
          {...form}
          key={JSON.stringify(privacy)}
          config={privacy}
          onSave={(policyConfig) => saving.save({ policyConfig })}
          callFor={(policyConfig) => callFor({ policyConfig })}
          onDraft={setPrivacyDraft}
        />,
      ),
    },
    certificates: {
      label: 'Certificates',
      icon: <BadgeCheck />,
      panel: <CertificatesTab domainId={domain.id} />,
    },
    cache: { label: 'Cache', icon: <DatabaseZap />, panel: <CacheTab domainId={domain.id} /> },
    bans: { label: 'Bans', icon: <Ban />, panel: <BansTab domainId={domain.id} /> },
    history: { label: 'History', icon: <History />, panel: <HistoryTab domainId={domain.id} /> },
  } satisfies Record<string, Omit<TabItem<string>, 'value'>>;

  return {
    items,
    loading,
    inertWhileLoading,
    notices: <ConfigNotices failed={error !== undefined && !loading} refetch={refetch} saving={saving} />,
    /** Unsaved values of the forms; null: none. */
    draft:
      originDirty || policyDirty || trafficDirty || privacyDirty
        ? (): Pick<SitePolicyUpdate, 'originConfig' | 'policyConfig'> => ({
            ...(originDraft && { originConfig: originDraft.read() }),
            ...((policyDraft ?? trafficDraft ?? privacyDraft) && {
              policyConfig: { ...policyDraft?.read(), ...trafficDraft?.read(), ...privacyDraft?.read() },
            }),
          })
        : null,
    rules: { custom: custom_rules.length, exclusions: rule_exclusions.length },
    /** The tabs with changes that are not saved, by their names. */
    unsaved: [
      originDirty && items.origin.label,
      policyDirty && items.policy.label,
      trafficDirty && items.redirects.label,
      privacyDirty && items.privacy.label,
    ].filter((label) => label !== false),
  };
}

type Saved = PolicyFields & TrafficFields & PrivacyFields;

/** Each form carries along what it shows, and nothing of the others'. */
function partsOf(saved: Saved): { traffic: TrafficFields; privacy: PrivacyFields; policy: PolicyFields } {
  const {
    traffic = [],
    privacy = [],
    policy = [],
  } = Object.groupBy(Object.entries(saved), ([name]) => formOf(name));
  return {
    traffic: Object.fromEntries(traffic) as unknown as TrafficFields,
    privacy: Object.fromEntries(privacy) as unknown as PrivacyFields,
    policy: Object.fromEntries(policy) as unknown as PolicyFields,
  };
}

function formOf(field: string): 'traffic' | 'privacy' | 'policy' {
  if ((TRAFFIC_FIELDS as readonly string[]).includes(field)) return 'traffic';
  return (PRIVACY_FIELDS as readonly string[]).includes(field) ? 'privacy' : 'policy';
}
