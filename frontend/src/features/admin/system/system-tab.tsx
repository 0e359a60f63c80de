import { Link } from 'react-router-dom';
import { paths } from '../../../entities/page/paths.ts';
import { FRESH } from '../live/fresh.ts';
import { Stale } from '../live/stale.tsx';
import { BacklogCard } from './backlog-card.tsx';
import { useBacklogs } from './use-backlogs.ts';

/** What each service has still to do, refreshed while visible. The nodes of the edge are in the tab of the edge. */
export function SystemTab() {
  const services = useBacklogs(FRESH);
  const now = Date.now();
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-muted">
        Every queue and topic with its failures is under{' '}
        <Link className="link" to={`${paths.admin}?tab=jobs`}>
          Jobs
        </Link>
        .
      </p>
      <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-6 lg:*:col-span-2 lg:*:nth-[-n+2]:col-span-3">
        {services.map(({ service, about, query }) => (
          <div key={service} className="grid content-start gap-3">
            <Stale of={query} />
            <BacklogCard title={service} about={about} query={query} now={now} />
          </div>
        ))}
      </div>
    </div>
  );
}
