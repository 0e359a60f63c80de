import { Bell, CreditCard, ShieldCheck, UserRound } from 'lucide-react';
import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { AccountTab } from './account-tab.tsx';
import { BillingTab } from './billing/billing-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { SecurityTab } from './security-tab.tsx';

const items = [
  { value: 'account', label: 'Account', icon: <UserRound />, panel: <AccountTab /> },
  { value: 'security', label: 'Security', icon: <ShieldCheck />, panel: <SecurityTab /> },
  { value: 'notifications', label: 'Notifications', icon: <Bell />, panel: <NotificationsTab /> },
  { value: 'billing', label: 'Billing', icon: <CreditCard />, panel: <BillingTab /> },
] as const;

export function SettingsPage() {
  usePageMeta('Settings');
  const [tab, setTab] = useSearchState('tab', 'account');
  const known = items.find(({ value }) => value === tab)?.value ?? 'account';
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Your account, how it is secured, what we write to you, and what you pay."
      />
      <Tabs label="Settings" items={items} value={known} onValueChange={setTab} />
    </>
  );
}
