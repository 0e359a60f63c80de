import { BadgeCheck, Ban, DatabaseZap, History, Server, ShieldHalf } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  useGetWafConfigQuery,
  useRollBackWafConfigMutation,
  useUpdateWafConfigMutation,
} from '../../../shared/api/domains-api.ts';
import type { Domain, WafConfigUpdate } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/lib/attempt.ts';
import { messageOf, toProblem } from '../../../shared/lib/problem.ts';
import { ChangePlanButton } from '../../../shared/plans/change-plan-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { BansTab } from './bans-tab.tsx';
import { CacheTab } from './cache-tab.tsx';
import { CertificatesTab } from './certificates-tab.tsx';
import { defaultWafConfig } from './defaults.ts';
import { HistoryTab } from './history-tab.tsx';
import { OriginForm } from './origin-form.tsx';
import { PolicyForm } from './policy-form.tsx';

interface WafConfigDialogProps {
  domain: Domain;
  onClose: () => void;
}

export default function WafConfigDialog({ domain, onClose }: WafConfigDialogProps) {
  const [tab, setTab] = useState<'origin' | 'policy' | 'certificates' | 'cache' | 'bans' | 'history'>(
    'origin',
  );
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetWafConfigQuery(
    { id: domain.id },
    { refetchOnMountOrArgChange: true },
  );
  const [saveConfig, { isLoading: saving }] = useUpdateWafConfigMutation();
  const [rollBack] = useRollBackWafConfigMutation();
  // While services are being replaced an older one may answer without the newest fields.
  const defaults = defaultWafConfig(domain);
  const config = {
    originConfig: { ...defaults.originConfig, ...data?.originConfig },
    policyConfig: { ...defaults.policyConfig, ...data?.policyConfig },
  };
  const loading = isFetching;

  // A load failure raises no message; but the defaults that then show must not overwrite what is stored.
  useEffect(() => {
    if (error)
      console.warn('The WAF configuration could not be loaded:', toProblem(error).detail ?? 'no answer');
  }, [error]);

  const goBack = (version: number) =>
    attempt(rollBack({ id: domain.id, version }).unwrap(), {
      success: 'The configuration is as it was before',
      failure: 'Failed to take the change back',
    });

  const save = async (part: Pick<WafConfigUpdate, 'originConfig' | 'policyConfig'>) => {
    try {
      await saveConfig({ id: domain.id, wafConfigUpdate: { ...part, version: data?.version } }).unwrap();
      const before = data?.version;
      if (before) toast.undo('WAF configuration saved successfully!', () => goBack(before));
      else toast.success('WAF configuration saved successfully!');
    } catch (failure) {
      toast.error(messageOf(failure, 'Failed to save WAF configuration. Please try again.'));
    }
  };

  // Forms keep their own state; a fresh load gives them a fresh start.
  const version = `${domain.id}:${fulfilledTimeStamp ?? 0}`;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Configure WAF"
      description={<span className="font-mono">{domain.domain_name}</span>}
      actions={<ChangePlanButton />}
      className="sm:h-[52rem] sm:max-w-3xl"
    >
      {error && !loading && (
        <Notice tone="warn" className="mb-4" title="The saved configuration is not here yet">
          What shows are the defaults; saving waits until it is loaded.{' '}
          <button type="button" className="link" onClick={refetch}>
            Try again
          </button>
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
              panel: (
                <OriginForm
                  key={version}
                  domainId={domain.id}
                  config={config.originConfig}
                  loading={loading || error !== undefined}
                  saving={saving}
                  onSave={(originConfig) => save({ originConfig })}
                />
              ),
            },
            {
              value: 'policy',
              label: 'WAF Policy',
              icon: <ShieldHalf />,
              panel: (
                <PolicyForm
                  key={version}
                  config={config.policyConfig}
                  loading={loading || error !== undefined}
                  saving={saving}
                  onSave={(policyConfig) => save({ policyConfig })}
                />
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
    </Dialog>
  );
}
