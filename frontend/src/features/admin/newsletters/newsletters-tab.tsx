import { BouncesCard } from './bounces-card.tsx';
import { SubscribersCard } from './subscribers-card.tsx';
import { SuppressionsCard } from './suppressions-card.tsx';

export function NewslettersTab() {
  return (
    <div className="grid gap-6">
      <SubscribersCard />
      <SuppressionsCard />
      <BouncesCard />
    </div>
  );
}
