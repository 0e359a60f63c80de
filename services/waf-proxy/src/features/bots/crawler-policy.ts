import { CRAWLER_KINDS, type CrawlerAction, type CrawlerKind, crawlerAction } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';
import { KNOWN_BOTS } from './known-bots.ts';

/** How a site treats crawlers. */
export interface CrawlerPolicy {
  readonly actions: Readonly<Record<CrawlerKind, CrawlerAction>>;
  /** What robots.txt says before the origin's own rules; null: nothing. */
  readonly robots: string | null;
}

export interface CrawlersPart {
  /** Null: crawlers are treated like other clients. */
  readonly crawlers: CrawlerPolicy | null;
}

export const NO_CRAWLER_POLICY: CrawlersPart = Object.freeze({ crawlers: null });

export function crawlersPartOf(settings: Readonly<SiteSettings>): CrawlersPart {
  const actions = Object.fromEntries(
    CRAWLER_KINDS.map((kind) => [kind, crawlerAction(settings, kind)]),
  ) as Record<CrawlerKind, CrawlerAction>;
  if (Object.values(actions).every((action) => action === 'allow')) return NO_CRAWLER_POLICY;
  const robots = settings.crawler_robots_rules ? robotsRules(actions) : null;
  return { crawlers: Object.freeze({ actions: Object.freeze(actions), robots }) };
}

/** The policy while challenges are switched off. */
export function crawlersWithoutChallenges({ crawlers }: CrawlersPart): CrawlersPart {
  if (crawlers === null) return NO_CRAWLER_POLICY;
  const actions = Object.fromEntries(
    Object.entries(crawlers.actions).map(([kind, action]) => [
      kind,
      action === 'challenge' ? 'allow' : action,
    ]),
  ) as Record<CrawlerKind, CrawlerAction>;
  return { crawlers: Object.freeze({ ...crawlers, actions }) };
}

export const challengesCrawlers = ({ crawlers }: CrawlersPart): boolean =>
  crawlers !== null && Object.values(crawlers.actions).includes('challenge');

const SLOW_DELAY_SECONDS = 10;

/** Groups of RFC 9309. Crawl-delay is no part of it; crawlers that know it respect it. */
function robotsRules(actions: CrawlerPolicy['actions']): string {
  const agentsOf = (...wanted: readonly CrawlerAction[]) =>
    KNOWN_BOTS.filter(({ kind }) => wanted.includes(actions[kind])).flatMap(({ robots }) => robots);
  const group = (agents: readonly string[], rule: string) =>
    agents.length === 0 ? [] : [...agents.map((agent) => `User-agent: ${agent}`), rule, ''];
  return [
    // Crawlers cannot solve challenges.
    ...group(agentsOf('block', 'challenge'), 'Disallow: /'),
    ...group(agentsOf('slow'), `Crawl-delay: ${SLOW_DELAY_SECONDS}`),
  ].join('\n');
}
