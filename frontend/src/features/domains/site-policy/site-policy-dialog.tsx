import { lazy, useCallback, useState } from 'react';
import { ChangePlanButton } from '../../../entities/plan/change-plan-button.tsx';
import type { Domain } from '../../../shared/api/types.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ConfigFrame } from './config-frame.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import type { RulesView } from './rules-tab.tsx';
import { rulesIcon, useConfigTabs } from './use-config-tabs.tsx';

const RulesTab = lazy(() => import('./rules-tab.tsx'));

const TABS = ['origin', 'policy', 'rules', 'certificates', 'cache', 'bans', 'history'] as const;
type Tab = (typeof TABS)[number];

interface SitePolicyDialogProps {
  domain: Domain;
  /** Target of a link: a tab, `rules` or `exclusions`, with an entry. */
  show?: string | null;
  marked?: string | null;
  onClose: () => void;
}

/** The tab and list to open. */
function entrance(show: string | null): { tab: Tab; rules: RulesView } {
  // `exceptions` occurs in older links.
  if (show === 'exclusions' || show === 'exceptions') return { tab: 'rules', rules: 'exclusions' };
  return { tab: TABS.find((tab) => tab === show) ?? 'origin', rules: 'custom' };
}

export default function SitePolicyDialog({
  domain,
  show = null,
  marked = null,
  onClose,
}: SitePolicyDialogProps) {
  const [tab, setTab] = useState<Tab>(entrance(show).tab);
  const [leaving, setLeaving] = useState(false);
  const { items, notices, rules, unsaved, loading, inertWhileLoading } = useConfigTabs(domain, tab);
  const dirty = unsaved.length > 0;

  const close = useCallback(() => {
    if (dirty) setLeaving(true);
    else onClose();
  }, [dirty, onClose]);

  const panels = {
    ...items,
    rules: {
      label: 'Rules',
      icon: rulesIcon,
      panel: inertWhileLoading(
        <RulesTab domain={domain} {...rules} first={entrance(show).rules} marked={marked} />,
      ),
    },
  };

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
      {notices}
      <ConfigFrame loading={loading}>
        <Tabs
          label="WAF configuration"
          className="-mt-2"
          value={tab}
          onValueChange={setTab}
          items={TABS.map((value) => ({ value, ...panels[value] }))}
        />
      </ConfigFrame>
      <LeaveDialog open={leaving} unsaved={unsaved} onLeave={onClose} onStay={() => setLeaving(false)} />
    </Dialog>
  );
}
