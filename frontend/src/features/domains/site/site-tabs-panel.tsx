import { lazy, type ReactNode, useEffect } from 'react';
import { useBlocker, useSearchParams } from 'react-router-dom';
import { siteLink } from '../../../entities/domain/site-link.ts';
import { paths } from '../../../entities/page/paths.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { TabLinks } from '../../../shared/ui/tab-links.tsx';
import type { TabItem } from '../../../shared/ui/tabs.tsx';
import { ConfigFrame } from '../site-policy/config-frame.tsx';
import { LeaveDialog } from '../site-policy/leave-dialog.tsx';
import { useConfigTabs } from '../site-policy/use-config-tabs.tsx';
import { SiteOverview } from './site-overview.tsx';
import { SITE_TAB_GROUPS, type SiteTab } from './site-tabs.ts';

const SimulatorTab = lazy(() => import('../simulator/simulator-tab.tsx'));
const StoredData = lazy(() => import('../site-policy/privacy/stored-data.tsx'));
const StatusTab = lazy(() => import('../status/status-tab.tsx'));
const SiteTraffic = lazy(() => import('./site-traffic.tsx'));
const CustomRulesPanel = lazy(async () => ({
  default: (await import('../site-policy/rules-tab.tsx')).CustomRulesPanel,
}));
const RateLimitsPanel = lazy(() => import('../site-policy/limits/rate-limits-panel.tsx'));
const ExclusionsPanel = lazy(async () => ({
  default: (await import('../site-policy/rules-tab.tsx')).ExclusionsPanel,
}));

/** Blocks leaving the site with unsaved changes; switching its tabs keeps them. */
function useHeldBack(domainName: string, dirty: boolean) {
  const own = siteLink(domainName, '');
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) =>
      // Not after the session has ended.
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
  const [parameters] = useSearchParams();
  const marked = parameters.get('rule');
  const { items, notices, unsaved, draft, loading, inertWhileLoading } = useConfigTabs(domain, tab);
  const blocker = useHeldBack(domain.domain_name, unsaved.length > 0);
  const inCard = (panel: ReactNode) => (
    <Card className="max-w-[64rem] p-4 sm:p-5">
      <ConfigFrame loading={loading}>{panel}</ConfigFrame>
    </Card>
  );
  const { origin, policy, redirects, privacy, certificates, cache, bans, history } = items;
  const panels: Record<SiteTab, Omit<TabItem<SiteTab>, 'value'>> = {
    overview: { label: 'Overview', panel: <SiteOverview domain={domain} /> },
    traffic: { label: 'Traffic', panel: <SiteTraffic domain={domain} /> },
    policy: { ...policy, panel: inCard(policy.panel) },
    rules: {
      label: 'Custom rules',
      panel: inCard(inertWhileLoading(<CustomRulesPanel domain={domain} marked={marked} />)),
    },
    limits: {
      label: 'Limits',
      panel: inCard(inertWhileLoading(<RateLimitsPanel domain={domain} marked={marked} />)),
    },
    exceptions: {
      label: 'Exclusions',
      panel: inCard(inertWhileLoading(<ExclusionsPanel domain={domain} marked={marked} />)),
    },
    redirects: { ...redirects, panel: inCard(redirects.panel) },
    origin: { ...origin, panel: inCard(origin.panel) },
    certificates: { ...certificates, panel: inCard(certificates.panel) },
    cache: { ...cache, panel: inCard(cache.panel) },
    bans: { ...bans, panel: inCard(bans.panel) },
    history: { ...history, panel: inCard(history.panel) },
    status: { label: 'Status page', panel: <StatusTab domainName={domain.domain_name} /> },
    privacy: {
      ...privacy,
      panel: (
        <>
          {inCard(privacy.panel)}
          <StoredData domainName={domain.domain_name} />
        </>
      ),
    },
    simulator: { label: 'Simulator', panel: <SimulatorTab domain={domain} draft={draft} /> },
  };
  return (
    <>
      {notices}
      <TabLinks
        label={`Parts of ${domain.domain_name}`}
        value={tab}
        linkOf={(value) => siteLink(domain.domain_name, value)}
        groups={SITE_TAB_GROUPS.map(({ label, tabs }) => ({
          label,
          items: tabs.map((value) => ({ value, ...panels[value] })),
        }))}
      />
      <LeaveDialog
        open={blocker.state === 'blocked'}
        unsaved={unsaved}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
    </>
  );
}
