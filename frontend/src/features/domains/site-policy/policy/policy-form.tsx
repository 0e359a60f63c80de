import { lazy, Suspense, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { PlanBadge } from '../../../../entities/plan/plan-badge.tsx';
import { UpgradeRequiredDialog } from '../../../../entities/plan/upgrade-dialogs.tsx';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { policyFields } from '../../../../entities/policy/site-policy.ts';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { ForecastPanel } from '../forecast/forecast-panel.tsx';
import { ChoiceRow, SelectField, SwitchField } from '../form/fields.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import { type ConfigFormProps, useConfigForm } from '../form/use-config-form.ts';
import { AddressLists } from './address-lists.tsx';
import { ApplicationPacks } from './application-packs.tsx';
import { Crawlers } from './crawlers.tsx';
import { Deception } from './deception.tsx';
import { InspectionLimits } from './inspection-limits.tsx';
import { LeakedPasswords } from './leaked-passwords.tsx';
import { type PolicyFields, policyResolver } from './policy-fields.ts';
import { PolicyOutline } from './policy-outline.tsx';
import { PolicySection } from './policy-section.tsx';
import { UploadScan } from './protection-details.tsx';
import { BotProtection, Caching, FloodProtection, GeoBlocking } from './protections.tsx';
import { RecordingFields } from './recording-fields.tsx';
import { RuleAdjustments } from './rule-adjustments.tsx';
import { RuleSetFields } from './rule-set-fields.tsx';

/** Loaded when a change is tried. */
const ReplayPanel = lazy(() => import('../replay/replay-panel.tsx'));

const modes: readonly { value: PolicyFields['mode']; label: string }[] = [
  { value: 'On', label: 'Block' },
  { value: 'DetectionOnly', label: 'Log only' },
  { value: 'Off', label: 'Off' },
];

const failures: readonly { value: PolicyFields['on_engine_failure']; label: string }[] = [
  { value: 'open', label: 'Let it through' },
  { value: 'closed', label: 'Refuse it' },
];

/** Loaded when a change is rolled out. */
const StartRolloutDialog = lazy(() => import('../rollout/start-rollout-dialog.tsx'));

/** Loaded when a draft is saved. */
const SaveDraftDialog = lazy(() => import('../drafts/save-draft-dialog.tsx'));

interface PolicyFormProps extends ConfigFormProps<PolicyFields> {
  domainId: string;
  domainName: string;
  /** The displayed version. */
  version: number | undefined;
  /** A roll-out is running, so no other can begin. */
  rollingOut: boolean;
}

export function PolicyForm({ domainId, domainName, version, rollingOut, ...props }: PolicyFormProps) {
  const { config, loading, saving } = props;
  const { allows, entitlements } = useEntitlements();
  const [lockedFeature, setLockedFeature] = useState<GatedFeature | null>(null);
  const resolver = policyResolver(config, () =>
    allows('rateLimiting') ? { highest: entitlements.max_rate_limit_requests } : undefined,
  );
  const { form, submit, call, changed, isDirty, problem, discard } = useConfigForm(
    'policyConfig',
    resolver,
    props,
  );
  const { control } = form;
  const formElement = useRef<HTMLFormElement>(null);
  /** The change being tried; null: none. */
  const [tried, setTried] = useState<object | null>(null);
  /** The change to be rolled out; null: none. */
  const [rolledOut, setRolledOut] = useState<Partial<PolicyFields> | null>(null);
  /** The change to be saved as a draft; null: none. */
  const [kept, setKept] = useState<Partial<PolicyFields> | null>(null);

  return (
    <FormProvider {...form}>
      <form ref={formElement} onSubmit={submit} noValidate>
        <div className="grid grid-cols-1 lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-x-8">
          <PolicyOutline form={formElement} />
          <div className="min-w-0">
            <PolicySection id="rules">
              <ChoiceRow
                control={control}
                name="mode"
                label="Mode"
                hintOf={() =>
                  'Log only records what rules, limits, bot protection and blocked countries would block, without blocking it. Block lists, bans, required certificates and maintenance still apply.'
                }
                options={modes}
              />
              {config.mode === 'DetectionOnly' && (
                <ForecastPanel
                  domainName={domainName}
                  saving={saving}
                  onBlock={() => {
                    form.setValue('mode', 'On', { shouldDirty: true });
                    submit();
                  }}
                />
              )}
              <SwitchField
                control={control}
                name="enable_managed_rules"
                label="Managed Rules"
                description="Rules against SQL injection, XSS, path traversal and similar attacks: Palisade's own, or the rule set chosen below."
              />
              <RuleSetFields onLocked={() => setLockedFeature('ruleSetChoice')} />
              <SelectField
                control={control}
                name="on_engine_failure"
                label="If the rule engine itself fails on a request"
                className="max-w-xs py-3"
                hint="Either way, it is counted and raises an alert."
                options={failures}
              />
            </PolicySection>
            <PolicySection id="single">
              <RuleAdjustments />
            </PolicySection>
            <PolicySection id="applications">
              <ApplicationPacks />
            </PolicySection>
            <PolicySection id="bots">
              <BotProtection onLocked={setLockedFeature} />
            </PolicySection>
            <PolicySection id="crawlers">
              <Crawlers />
            </PolicySection>
            <PolicySection
              id="deception"
              badge={!allows('botProtection') && <PlanBadge feature="botProtection" />}
            >
              <Deception onLocked={setLockedFeature} />
            </PolicySection>
            <PolicySection
              id="passwords"
              badge={!allows('botProtection') && <PlanBadge feature="botProtection" />}
            >
              <LeakedPasswords onLocked={setLockedFeature} />
            </PolicySection>
            <PolicySection id="floods">
              <FloodProtection onLocked={setLockedFeature} />
            </PolicySection>
            <PolicySection id="countries">
              <GeoBlocking onLocked={setLockedFeature} />
            </PolicySection>
            <PolicySection
              id="addresses"
              badge={!allows('ipManagement') && <PlanBadge feature="ipManagement" />}
            >
              <AddressLists onLocked={() => setLockedFeature('ipManagement')} />
            </PolicySection>
            <PolicySection id="bodies">
              <InspectionLimits />
              <UploadScan />
            </PolicySection>
            <PolicySection id="caching">
              <Caching onLocked={setLockedFeature} />
            </PolicySection>
            <PolicySection id="recording">
              <RecordingFields domainName={domainName} />
              <SwitchField
                control={control}
                name="visitor_reports"
                {...policyFields.visitor_reports.switch!}
              />
            </PolicySection>
          </div>
        </div>
        {tried !== null && isDirty && (
          <Suspense fallback={<Skeleton className="my-4 h-40" />}>
            <ReplayPanel domainName={domainName} change={tried} onClose={() => setTried(null)} />
          </Suspense>
        )}
        <SaveBar
          label="Save WAF Policy"
          dirty={isDirty}
          saving={saving}
          disabled={loading}
          problem={problem}
          onDiscard={discard}
          call={call}
          onTry={() => setTried({ policyConfig: changed() })}
          onKeep={() => setKept(changed())}
          onRollOut={rollingOut ? undefined : () => setRolledOut(changed())}
        />
        {lockedFeature && (
          <UpgradeRequiredDialog feature={lockedFeature} onClose={() => setLockedFeature(null)} />
        )}
      </form>
      {rolledOut !== null && (
        <Suspense fallback={null}>
          <StartRolloutDialog
            domainId={domainId}
            version={version}
            change={rolledOut}
            onClose={() => setRolledOut(null)}
            onStarted={() => {
              setRolledOut(null);
              discard();
            }}
          />
        </Suspense>
      )}
      {kept !== null && (
        <Suspense fallback={null}>
          <SaveDraftDialog
            domainId={domainId}
            version={version}
            change={kept}
            onClose={() => setKept(null)}
            onSaved={() => {
              setKept(null);
              discard();
            }}
          />
        </Suspense>
      )}
    </FormProvider>
  );
}
