import { type DashboardNow, type DashboardStats, generatedApi } from '../../shared/api/openapi.gen.ts';
import { followEvents } from '../session/follow-events.ts';
import type { SessionStore } from '../session/renew-session.ts';

interface Overview {
  now: DashboardNow;
  stats: DashboardStats;
}

/**
 * Puts the overview's streamed figures into the store while the page is visible.
 * @param domain one by name, or all
 * @param onLive whether figures are streamed; otherwise they must be polled
 * @returns stops it
 */
export function followOverview(
  store: SessionStore,
  domain: string | null,
  onLive: (live: boolean) => void,
): () => void {
  const asked: { domain?: string } = domain === null ? {} : { domain };
  const dispatch = store.dispatch as (action: unknown) => unknown;
  return followEvents(store, {
    path: '/api/dashboard/live',
    query: { ...asked },
    event: 'overview',
    hear: (data) => {
      const { now, stats } = data as Overview;
      dispatch(generatedApi.util.upsertQueryData('dashboardNow', asked, now));
      dispatch(generatedApi.util.upsertQueryData('dashboardStats', asked, stats));
    },
    onLive,
  });
}
