import { BadgeCheck, Ban, DatabaseZap, History, ListChecks, Server, ShieldHalf } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useGetWafConfigQuery } from '../../../entities/domain/domains-api.ts';
import { ChangePlanButton } from '../../../entities/plan/change-plan-button.tsx';
import { defaultWafConfig } from '../../../entities/policy/site-policy.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { toProblem } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { BansTab } from './bans-tab.tsx';
import { CacheTab } from './cache-tab.tsx';
import { CertificatesTab } from './certificates-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { OriginForm } from './origin/origin-form.tsx';
import { PolicyForm } from './policy/policy-form.tsx';
import type { RulesView } from './rules-tab.tsx';
import { useSaveConfig } from './use-save-config.ts';

const RulesTab = lazy(() => import('./rules-tab.tsx'));

const TABS = ['origin', 'policy', 'rules', 'certificates', 'cache', 'bans', 'history'] as const;
type Tab = (typeof TABS)[number];

interface WafConfigDialogProps {
  domain: Domain;
  /** What somebody came for: a tab, `rules` or `exclusions`, and one entry there. */
  show?: string | null;
  marked?: string | null;
  onClose: () => void;
}

/** Where one comes in, and which list of the rules shows. */
function entrance(show: string | null): { tab: Tab; rules: RulesView } {
  // `exceptions` is what links said before.
  if (show === 'exclusions' || show === 'exceptions') return { tab: 'rules', rules: 'exclusions' };
  return { tab: TABS.find((tab) => tab === show) ?? 'origin', rules: 'custom' };
}

/** Beside the name of a tab that holds changes which are not saved. */
const unsavedMark = (
  <span className="size-2 rounded-full bg-warn-text">
    <span className="sr-only">(unsaved changes)</span>
  </span>
);

export default function WafConfigDialog({
  domain,
  show = null,
  marked = null,
  onClose,
}: WafConfigDialogProps) {
  const [tab, setTab] = useState<Tab>(entrance(show).tab);
  const [originDirty, setOriginDirty] = useState(false);
  const [policyDirty, setPolicyDirty] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { data, error, isFetching, refetch } = useGetWafConfigQuery(
    { id: domain.id },
    { refetchOnMountOrArgChange: true },
  );
  const { save, saving, conflict, forgetConflict } = useSaveConfig(domain.id, data?.version);
  // While services are being replaced an older one may answer without the newest fields.
  const defaults = defaultWafConfig(domain);
  const config = {
    originConfig: { ...defaults.originConfig, ...data?.originConfig },
    policyConfig: { ...defaults.policyConfig, ...data?.policyConfig },
  };
  // The lists of rules are saved on their own; the form must not carry them along.
  const { custom_rules, rule_exclusions, ...policy } = config.policyConfig;
  const loading = isFetching;

  // A load failure raises no message; but the defaults that then show must not overwrite what is stored.
  useEffect(() => {
    if (error)
      console.warn('The WAF configuration could not be loaded:', toProblem(error).detail ?? 'no answer');
  }, [error]);

  // What is entered before the configuration is here would be lost with the form that takes it in.
  const inertWhileLoading = (form: ReactNode) => <div inert={loading}>{form}</div>;

  const close = useCallback(() => {
    if (originDirty || policyDirty) setLeaving(true);
    else onClose();
  }, [originDirty, policyDirty, onClose]);

  return (
    <Dialog
      open
      onClose={close}
      size="lg"
      title="Configure WAF"
      description={<span className="font-mono wrap-anywhere">{domain.domain_name}</span>}
      actions={<ChangePlanButton />}
      className="h-[92dvh] sm:h-[52rem] sm:max-w-[53rem]"
    >
      {error && !loading && (
        <Notice tone="warn" className="mb-4" title="The saved configuration is not here yet">
          What shows are the defaults; saving waits until it is loaded.{' '}
          <button type="button" className="link" onClick={refetch}>
            Try again
          </button>
        </Notice>
      )}
      {conflict && (
        <Notice tone="warn" role="alert" className="mb-4" title="Somebody else saved in the meantime">
          <p>{conflict.message}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              size="sm"
              onClick={() => {
                forgetConflict();
                refetch();
              }}
            >
              Load theirs
            </Button>
            <Button
              size="sm"
              variant="secondary"
              busy={saving}
              onClick={async () => {
                const { data: newest } = await refetch();
                if (newest) save(conflict.part, newest.version);
              }}
            >
              Save mine over it
            </Button>
          </div>
          <p className="mt-2 text-[0.8125rem]">Either can be taken back under History.</p>
        </Notice>
      )}
      <div className="relative -mt-2">
        <Tabs
          label="WAF configuration"
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'origin',
              label: 'Origin Server',
              icon: <Server />,
              note: originDirty && tab !== 'origin' && unsavedMark,
              keepMounted: true,
              panel: inertWhileLoading(
                <OriginForm
                  // A form keeps its own state; what was stored by somebody else gives it a fresh start.
                  key={JSON.stringify(config.originConfig)}
                  domainId={domain.id}
                  config={config.originConfig}
                  loading={loading || error !== undefined}
                  saving={saving}
                  onSave={(originConfig) => save({ originConfig })}
                  onDirty={setOriginDirty}
                />,
              ),
            },
            {
              value: 'policy',
              label: 'WAF Policy',
              icon: <ShieldHalf />,
              note: policyDirty && tab !== 'policy' && unsavedMark,
              keepMounted: true,
              panel: inertWhileLoading(
                <PolicyForm
                  key={JSON.stringify(policy)}
                  domainName={domain.domain_name}
                  config={policy}
                  loading={loading || error !== undefined}
                  saving={saving}
                  onSave={(policyConfig) => save({ policyConfig })}
                  onDirty={setPolicyDirty}
                />,
              ),
            },
            {
              value: 'rules',
              label: 'Rules',
              icon: <ListChecks />,
              panel: inertWhileLoading(
                <Suspense>
                  <RulesTab
                    domain={domain}
                    custom={custom_rules.length}
                    exclusions={rule_exclusions.length}
                    first={entrance(show).rules}
                    marked={marked}
                  />
                </Suspense>,
              ),
            },
            {
              value: 'certificates',
              label: 'Certificates',
              icon: <BadgeCheck />,
              panel: <CertificatesTab domainId={domain.id} />,
            },
            {
              value: 'cache',
              label: 'Cache',
              icon: <DatabaseZap />,
              panel: <CacheTab domainId={domain.id} />,
            },
            {
              value: 'bans',
              label: 'Bans',
              icon: <Ban />,
              panel: <BansTab domainId={domain.id} />,
            },
            {
              value: 'history',
              label: 'History',
              icon: <History />,
              panel: <HistoryTab domainId={domain.id} />,
            },
          ]}
        />
        {loading && (
          <div
            role="status"
            className="absolute inset-0 z-20 flex items-start justify-center gap-3 rounded-md bg-raised/85 pt-32 text-sm font-medium backdrop-blur-[2px]"
          >
            <Spinner className="text-brand-text" />
            Loading configuration...
          </div>
        )}
      </div>
      <ConfirmDialog
        open={leaving}
        title="Leave without saving?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        What you changed in{' '}
        {[originDirty && 'Origin Server', policyDirty && 'WAF Policy'].filter(Boolean).join(' and ')} is not
        saved yet.
      </ConfirmDialog>
    </Dialog>
  );
}
