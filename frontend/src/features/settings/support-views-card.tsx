import { SeenPages } from '../../entities/support-view/seen-pages.tsx';
import { isUnderWay, STATE_WORDS } from '../../entities/support-view/support-view-words.ts';
import { useListSupportViewsQuery } from '../../entities/support-view/support-views-api.ts';
import { formatDateTime } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** Support views of one's own dashboard, requested and past, with the pages viewed. */
export function SupportViewsCard() {
  const query = useListSupportViewsQuery();
  const views = query.data?.views ?? [];
  const past = views.filter((view) => !isUnderWay(view));
  return (
    <Card>
      <CardHeader
        title="Support Access"
        description="Support views your dashboard only if you allow it, for one hour, and can change nothing"
      />
      <CardBody>
        <QueryState
          query={query}
          failure="Failed to load support access"
          skeleton={<Skeleton className="h-12" />}
        >
          {past.length === 0 && <p className="text-sm text-ink-muted">Nobody has viewed it yet.</p>}
          {past.length > 0 && (
            <ul className="-mb-3 divide-y divide-line">
              {past.map((view) => (
                <li key={view.id} className="py-3 text-sm">
                  <p className="flex flex-wrap items-center justify-between gap-2">
                    <span className="wrap-anywhere">{view.administrator || 'An administrator'}</span>
                    <Badge tone={STATE_WORDS[view.state].tone}>{STATE_WORDS[view.state].label}</Badge>
                  </p>
                  <p dir="auto" className="text-[0.8125rem] wrap-anywhere text-ink-muted">
                    {view.reason}
                  </p>
                  <p className="text-[0.8125rem] text-ink-muted">
                    {formatDateTime(view.opened_at ?? view.asked_at)}
                  </p>
                  <SeenPages {...view} />
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </CardBody>
    </Card>
  );
}
