import { LayoutDashboard, ShieldOff } from 'lucide-react';
import { lazy, useEffect } from 'react';
import { useBlocker, useNavigate, useSearchParams } from 'react-router-dom';
import { siteLink } from '../../../entities/domain/site-link.ts';
import { paths } from '../../../entities/page/paths.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ConfigFrame } from '../waf-config/config-frame.tsx';
import { LeaveDialog } from '../waf-config/leave-dialog.tsx';
import { rulesIcon, useConfigTabs } from '../waf-config/use-config-tabs.tsx';
import { SiteOverview } from './site-overview.tsx';
import { SITE_TABS, type SiteTab } from './site-tabs.ts';

const CustomRulesPanel = lazy(async () => ({
  default: (await import('../waf-config/rules-tab.tsx')).CustomRulesPanel,
}));
const ExclusionsPanel = lazy(async () => ({
  default: (await import('../waf-config/rules-tab.tsx')).ExclusionsPanel,
}));

/** Holds back whoever leaves the site's place with changes that are not saved; its other tabs keep them. */
function useHeldBack(domainName: string, dirty: boolean) {
  const own = siteLink(domainName, '');
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) =>
      // A session that has ended is not held back.
      dirty && pathname !== paths.login && !pathname.startsWith(own),
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  return blocker;
}

export default function SiteTabsPanel({ domain, tab }: { domain: Domain; tab: SiteTab }) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const marked = parameters.get('rule');
  const { items, notices, unsaved, loading, inertWhileLoading } = useConfigTabs(domain, tab);
  const blocker = useHeldBack(domain.domain_name, unsaved.length > 0);
  const panels = {
    ...items,
    overview: { label: 'Overview', icon: <LayoutDashboard />, panel: <SiteOverview domain={domain} /> },
    rules: {
      label: 'Custom rules',
      icon: rulesIcon,
      panel: inertWhileLoading(<CustomRulesPanel domain={domain} marked={marked} />),
    },
    exceptions: {
      label: 'Exclusions',
      icon: <ShieldOff />,
      panel: inertWhileLoading(<ExclusionsPanel domain={domain} marked={marked} />),
    },
  };
  return (
    <>
      {notices}
      <ConfigFrame loading={loading && tab !== 'overview'}>
        <Tabs
          label={domain.domain_name}
          className="-mt-2"
          value={tab}
          onValueChange={(value) => navigate(siteLink(domain.domain_name, value))}
          items={SITE_TABS.map((value) => ({ value, ...panels[value] }))}
        />
      </ConfigFrame>
      <LeaveDialog
        open={blocker.state === 'blocked'}
        unsaved={unsaved}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </>
  );
}
