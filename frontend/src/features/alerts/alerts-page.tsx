import { BellRing, ListChecks, Send } from 'lucide-react';
import { lazy } from 'react';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

/** Loaded when its tab is opened. */
const History = lazy(async () => ({ default: (await import('./alerts-card.tsx')).AlertsCard }));
const Rules = lazy(async () => ({ default: (await import('./rules-card.tsx')).RulesCard }));
const Channels = lazy(async () => ({ default: (await import('./channels-card.tsx')).ChannelsCard }));

const items = [
  { value: 'alerts', label: 'Alerts', icon: <BellRing />, panel: <History /> },
  { value: 'rules', label: 'Rules', icon: <ListChecks />, panel: <Rules /> },
  { value: 'channels', label: 'Channels', icon: <Send />, panel: <Channels /> },
] as const;

export function AlertsPage() {
  const [tab, setTab] = useSearchState('tab', 'alerts');
  const known = items.find(({ value }) => value === tab)?.value ?? 'alerts';
  return (
    <>
      <PageHeader title="Alerts" subtitle="Rules that monitor your traffic, and the channels they notify." />
      <Tabs label="Alerts" items={items} value={known} onValueChange={setTab} />
    </>
  );
}
