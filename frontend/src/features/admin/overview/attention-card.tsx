import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useFirstRows } from '../../../shared/ui/first-rows.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Attention } from './attention.ts';

/** Rows shown at first, so that the newest orders stay on the first screen. */
const FIRST = 6;

function Row({ item }: { item: Attention }) {
  const { tone, title, detail, tab, search } = item;
  const Icon = tone === 'danger' ? CircleAlert : TriangleAlert;
  return (
    <li className="border-t border-line">
      <Link
        to={`?${new URLSearchParams({ tab, ...(search && { search }) })}`}
        className="flex items-center gap-3 px-5 py-2.5 -outline-offset-2 transition-colors hover:bg-sunken"
      >
        <Icon
          aria-label={tone === 'danger' ? 'Urgent' : 'Warning'}
          className={
            tone === 'danger' ? 'size-4 shrink-0 text-danger-text' : 'size-4 shrink-0 text-warn-text'
          }
        />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-[560]">{title}</span>
          <span className="block truncate text-[0.8125rem] text-ink-muted" title={detail}>
            {detail}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </Link>
    </li>
  );
}

interface AttentionCardProps {
  items: readonly Attention[];
  /** Some checks are still loading. */
  isLooking: boolean;
}

/** Problems for the operator, each with a link to the tab where it can be fixed. */
export function AttentionCard({ items, isLooking }: AttentionCardProps) {
  const { shown, more } = useFirstRows(items, FIRST);
  const isUrgent = items.some(({ tone }) => tone === 'danger');
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Needs attention"
        description="Edge, certificates, mail, payments and events, checked every 30 seconds"
        action={items.length > 0 && <Badge tone={isUrgent ? 'danger' : 'warn'}>{items.length}</Badge>}
      />
      {items.length > 0 && (
        <ul aria-label="Needs attention">
          {shown.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
      {more}
      {items.length === 0 && isLooking && (
        <div role="status" aria-label="Loading" className="grid gap-2 px-5 pb-5">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      )}
      {items.length === 0 && !isLooking && (
        <EmptyState icon={<CircleCheck />} title="All is well" className="py-8">
          Every edge node serves what is published, mails go out, and no event is stuck.
        </EmptyState>
      )}
    </Card>
  );
}
