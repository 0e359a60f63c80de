import {
  Activity,
  BadgeDollarSign,
  CreditCard,
  Gauge,
  ListRestart,
  Mail,
  Network,
  ReceiptText,
  Send,
  Users,
  Waypoints,
  Wrench,
} from 'lucide-react';
import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { StatusLine } from './overview/status-line.tsx';

/** Tabs are loaded when opened; the first is part of the page. */
const CampaignsTab = lazy(async () => ({
  default: (await import('./campaigns/campaigns-tab.tsx')).CampaignsTab,
}));
const EdgeTab = lazy(async () => ({ default: (await import('./edge/edge-tab.tsx')).EdgeTab }));
const JobsTab = lazy(async () => ({ default: (await import('./jobs/jobs-tab.tsx')).JobsTab }));
const NewslettersTab = lazy(async () => ({
  default: (await import('./newsletters/newsletters-tab.tsx')).NewslettersTab,
}));
const OrdersTab = lazy(async () => ({ default: (await import('./orders/orders-tab.tsx')).OrdersTab }));
const PlansTab = lazy(async () => ({ default: (await import('./plans/plans-tab.tsx')).PlansTab }));
const RevenueTab = lazy(async () => ({ default: (await import('./revenue/revenue-tab.tsx')).RevenueTab }));
const StreamsTab = lazy(async () => ({ default: (await import('./streams/streams-tab.tsx')).StreamsTab }));
const SystemTab = lazy(async () => ({ default: (await import('./system/system-tab.tsx')).SystemTab }));
const ToolsTab = lazy(async () => ({ default: (await import('./tools/tools-tab.tsx')).ToolsTab }));
const UsersTab = lazy(async () => ({ default: (await import('./users/users-tab.tsx')).UsersTab }));

const items = [
  { value: 'overview', label: 'Overview', icon: <Gauge />, panel: <OverviewTab /> },
  { value: 'users', label: 'Users', icon: <Users />, panel: <UsersTab /> },
  { value: 'plans', label: 'Plans', icon: <CreditCard />, panel: <PlansTab /> },
  { value: 'newsletters', label: 'Newsletters', icon: <Mail />, panel: <NewslettersTab /> },
  { value: 'campaigns', label: 'Campaigns', icon: <Send />, panel: <CampaignsTab /> },
  { value: 'tools', label: 'Tools', icon: <Wrench />, panel: <ToolsTab /> },
  { value: 'orders', label: 'Orders', icon: <ReceiptText />, panel: <OrdersTab /> },
  { value: 'revenue', label: 'Revenue', icon: <BadgeDollarSign />, panel: <RevenueTab /> },
  { value: 'edge', label: 'Edge', icon: <Network />, panel: <EdgeTab /> },
  { value: 'streams', label: 'Log streams', icon: <Waypoints />, panel: <StreamsTab /> },
  { value: 'jobs', label: 'Jobs', icon: <ListRestart />, panel: <JobsTab /> },
  { value: 'system', label: 'System', icon: <Activity />, panel: <SystemTab /> },
] as const;

export function AdminPage() {
  const [parameters, setParameters] = useSearchParams();
  const tab = parameters.get('tab');
  const known = items.find(({ value }) => value === tab)?.value ?? 'overview';
  // What one tab is searched for and sorted by is none of another's.
  const open = (next: string) => setParameters(next === 'overview' ? {} : { tab: next }, { replace: true });
  return (
    <>
      <PageHeader title="Super Admin Panel" subtitle="Users, plans, mail and business metrics." />
      <StatusLine current={known} />
      <Tabs many label="Super Admin Panel" items={items} value={known} onValueChange={open} />
    </>
  );
}
