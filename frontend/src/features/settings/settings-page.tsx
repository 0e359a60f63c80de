import { Bell, CreditCard, ScrollText, ShieldCheck, UserRound } from 'lucide-react';
import { lazy } from 'react';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

/** Only who opens a tab loads it. */
const AccountTab = lazy(async () => ({ default: (await import('./account-tab.tsx')).AccountTab }));
const AuditTab = lazy(async () => ({ default: (await import('./audit-tab.tsx')).AuditTab }));
const BillingTab = lazy(async () => ({ default: (await import('./billing/billing-tab.tsx')).BillingTab }));
const NotificationsTab = lazy(async () => ({
  default: (await import('./notifications-tab.tsx')).NotificationsTab,
}));
const SecurityTab = lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab }));

const items = [
  { value: 'account', label: 'Account', icon: <UserRound />, panel: <AccountTab /> },
  { value: 'security', label: 'Security', icon: <ShieldCheck />, panel: <SecurityTab /> },
  { value: 'notifications', label: 'Notifications', icon: <Bell />, panel: <NotificationsTab /> },
  { value: 'billing', label: 'Billing', icon: <CreditCard />, panel: <BillingTab /> },
  { value: 'audit', label: 'Audit log', icon: <ScrollText />, panel: <AuditTab /> },
] as const;

export function SettingsPage() {
  const [tab, setTab] = useSearchState('tab', 'account');
  const known = items.find(({ value }) => value === tab)?.value ?? 'account';
  return (
    <>
      <PageHeader title="Settings" subtitle="Account, security, mails, plan and audit log." />
      <Tabs label="Settings" items={items} value={known} onValueChange={setTab} />
    </>
  );
}
