import { Activity, CreditCard, Gauge, Mail, Network, ReceiptText, Send, Users, Wrench } from 'lucide-react';
import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { CampaignsTab } from './campaigns/campaigns-tab.tsx';
import { EdgeTab } from './edge-tab.tsx';
import { NewslettersTab } from './newsletters/newsletters-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { PlansTab } from './plans/plans-tab.tsx';
import { SystemTab } from './system/system-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';
import { UsersTab } from './users/users-tab.tsx';

const items = [
  { value: 'overview', label: 'Overview', icon: <Gauge />, panel: <OverviewTab /> },
  { value: 'users', label: 'Users', icon: <Users />, panel: <UsersTab /> },
  { value: 'plans', label: 'Plans', icon: <CreditCard />, panel: <PlansTab /> },
  { value: 'newsletters', label: 'Newsletters', icon: <Mail />, panel: <NewslettersTab /> },
  { value: 'campaigns', label: 'Campaigns', icon: <Send />, panel: <CampaignsTab /> },
  { value: 'tools', label: 'Tools', icon: <Wrench />, panel: <ToolsTab /> },
  { value: 'orders', label: 'Orders', icon: <ReceiptText />, panel: <OrdersTab /> },
  { value: 'edge', label: 'Edge', icon: <Network />, panel: <EdgeTab /> },
  { value: 'system', label: 'System', icon: <Activity />, panel: <SystemTab /> },
] as const;

export function AdminPage() {
  usePageMeta('Super Admin Panel');
  const [tab, setTab] = useSearchState('tab', 'overview');
  const known = items.find(({ value }) => value === tab)?.value ?? 'overview';
  return (
    <>
      <PageHeader title="Super Admin Panel" subtitle="Users, plans, mail and the figures of the business." />
      <Tabs label="Super Admin Panel" items={items} value={known} onValueChange={setTab} />
    </>
  );
}
