import type { SupportView } from './support-views-api.ts';

type Tone = 'ok' | 'warn' | 'neutral' | 'info';

export const STATE_WORDS: Readonly<Record<SupportView['state'], { label: string; tone: Tone }>> = {
  asked: { label: 'Asked', tone: 'warn' },
  allowed: { label: 'Allowed', tone: 'info' },
  open: { label: 'Looking now', tone: 'warn' },
  ended: { label: 'Ended', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  lapsed: { label: 'Not answered', tone: 'neutral' },
};

/** It can still be answered or ended. */
export const isUnderWay = ({ state }: Pick<SupportView, 'state'>): boolean =>
  state === 'asked' || state === 'allowed' || state === 'open';

/** What a call shows, by path prefix; the first match counts. */
const PAGES: readonly (readonly [start: string, words: string])[] = [
  ['/api/auth/me', 'Account and plan'],
  ['/api/plans', 'Account and plan'],
  ['/api/dashboard/analytics', 'Analytics'],
  ['/api/dashboard/logs', 'Logs'],
  ['/api/dashboard', 'Overview'],
  ['/api/alert', 'Alerts'],
  ['/api/lists', 'Lists'],
  ['/api/managed-rules', 'Managed rules'],
];
const OF_A_SITE: Readonly<Record<string, string>> = {
  bans: 'bans',
  cache: 'cache',
  certificates: 'certificates',
  dns: 'DNS',
  drafts: 'drafts',
  'origin-certificates': 'origins',
  origins: 'origins',
  'ownership-history': 'ownership',
  rollouts: 'roll-outs',
  'rule-rollouts': 'roll-outs',
  'waf-config': 'configuration',
};

export function pageOf(path: string): string {
  const [, site, part] = /^\/api\/domains(?:\/([^/]+)(?:\/([^/]+))?)?/.exec(path) ?? [];
  if (path.startsWith('/api/domains'))
    return site === undefined ? 'Domains' : `A domain: ${OF_A_SITE[part ?? ''] ?? 'overview'}`;
  return PAGES.find(([start]) => path.startsWith(start))?.[1] ?? path;
}

export interface SeenPage {
  page: string;
  firstAt: string;
  lastAt: string;
}

/** The viewed pages: one page makes many calls. */
export function pagesSeen(looks: SupportView['looks']): SeenPage[] {
  const pages = new Map<string, SeenPage>();
  for (const { path, first_at, last_at } of looks) {
    const page = pageOf(path);
    const known = pages.get(page);
    pages.set(page, {
      page,
      firstAt: known && known.firstAt < first_at ? known.firstAt : first_at,
      lastAt: known && known.lastAt > last_at ? known.lastAt : last_at,
    });
  }
  return [...pages.values()];
}
