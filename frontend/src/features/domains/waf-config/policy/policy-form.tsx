import { lazy, Suspense, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { UpgradeRequiredDialog } from '../../../../entities/plan/upgrade-dialogs.tsx';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { policyFields } from '../../../../entities/policy/site-policy.ts';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { ForecastPanel } from '../forecast/forecast-panel.tsx';
import { ChoiceRow, SwitchField } from '../form/fields.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import { type ConfigFormProps, useConfigForm } from '../form/use-config-form.ts';
import { AddressLists } from './address-lists.tsx';
import { ApplicationPacks } from './application-packs.tsx';
import { Crawlers } from './crawlers.tsx';
import { type PolicyFields, policyResolver } from './policy-fields.ts';
import { UploadScan } from './protection-details.tsx';
import { Protections } from './protections.tsx';
import { RecordingFields } from './recording-fields.tsx';
import { RuleAdjustments } from './rule-adjustments.tsx';
import { RuleSetFields } from './rule-set-fields.tsx';

/** Loaded when a change is tried. */
const TrialPanel = lazy(() => import('../trial/trial-panel.tsx'));

const modes: readonly { value: PolicyFields['mode']; label: string }[] = [
  { value: 'On', label: 'Block' },
  { value: 'DetectionOnly', label: 'Log only' },
  { value: 'Off', label: 'Off' },
];

/** Loaded when a change is given to a share of the visitors. */
const StartRolloutDialog = lazy(() => import('../rollout/start-rollout-dialog.tsx'));

/** Loaded when a change is kept for later. */
const SaveDraftDialog = lazy(() => import('../drafts/save-draft-dialog.tsx'));

interface PolicyFormProps extends ConfigFormProps<PolicyFields> {
  domainId: string;
  domainName: string;
  /** The version that shows. */
  version: number | undefined;
  /** A change is being rolled out: there is no room for another one. */
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
  /** The change that was tried; null: none is shown. */
  const [tried, setTried] = useState<object | null>(null);
  /** The change that is to be rolled out; null: none is. */
  const [rolledOut, setRolledOut] = useState<Partial<PolicyFields> | null>(null);
  /** The change that is to be kept as a draft; null: none is. */
  const [kept, setKept] = useState<Partial<PolicyFields> | null>(null);

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <div className="divide-y divide-line border-y border-line">
          <ChoiceRow
            control={control}
            name="mode"
            label="Mode"
            hintOf={() => 'Log only judges every request and stops none, apart from your block lists.'}
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
            description="Rules against SQL injection, XSS, path traversal and their kin: Palisade's own, or the rule set chosen below."
          />
          <RuleSetFields onLocked={() => setLockedFeature('ruleSetChoice')} />
          <RuleAdjustments />
          <Protections onLocked={setLockedFeature} />
          <Crawlers />
          <UploadScan />
          <ApplicationPacks />
          <RecordingFields domainName={domainName} />
          <SwitchField control={control} name="visitor_reports" {...policyFields.visitor_reports.switch!} />
        </div>
        <AddressLists onLocked={() => setLockedFeature('ipManagement')} />
        {tried !== null && isDirty && (
          <Suspense fallback={<Skeleton className="my-4 h-40" />}>
            <TrialPanel domainName={domainName} change={tried} onClose={() => setTried(null)} />
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
