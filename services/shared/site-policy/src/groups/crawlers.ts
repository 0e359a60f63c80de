import { cheapestPlanWith } from '@palisade/entitlements';
import { choice, enumWire, toggle, type Wire } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Purpose of a crawler. */
export const CRAWLER_KINDS = [
  'search',
  'ai_training',
  'ai_assistant',
  'preview',
  'monitor',
  'seo',
  'feed',
] as const;
export type CrawlerKind = (typeof CRAWLER_KINDS)[number];

/** What `block_ai_crawlers` is about. */
export const AI_CRAWLER_KINDS: ReadonlySet<CrawlerKind> = new Set(['ai_training', 'ai_assistant']);

export const CRAWLER_ACTIONS = ['allow', 'challenge', 'block', 'slow'] as const;
export type CrawlerAction = (typeof CRAWLER_ACTIONS)[number];

const wireAt = (place: Parameters<typeof enumWire<CrawlerAction, 'CrawlerAction'>>[0]): Wire =>
  enumWire(place, 'CrawlerAction', { allow: 'ALLOW', challenge: 'CHALLENGE', block: 'BLOCK', slow: 'SLOW' });

const ofKind = (label: string, wire: Wire) =>
  choice({
    label,
    options: CRAWLER_ACTIONS,
    default: 'allow',
    words: { allow: 'allow', challenge: 'challenge', block: 'block', slow: 'slow down' },
    wire,
  });

type OfKinds = { [Kind in CrawlerKind as `crawlers_${Kind}`]: CrawlerAction };
const FIELDS_OF_KINDS = CRAWLER_KINDS.map((kind) => `crawlers_${kind}` as const);

const withoutChallenges = (values: OfKinds): Partial<OfKinds> =>
  Object.fromEntries(
    FIELDS_OF_KINDS.filter((name) => values[name] === 'challenge').map((name) => [name, 'allow']),
  );

/** Crawlers that say who they are, by what they are for. */
export const crawlers = group({
  section: 'policyConfig',
  killSwitch: 'crawlers',
  fields: {
    /** Blocks crawlers for AI training and AI assistants, whatever is set for them below. */
    block_ai_crawlers: toggle({
      label: 'Block AI crawlers',
      default: false,
      wire: 'policy.crawlers.blockAi',
    }),
    /** Adds these settings to the beginning of your robots.txt, so that well-behaved crawlers stay away. */
    crawler_robots_rules: toggle({
      label: 'Tell crawlers in robots.txt',
      default: false,
      wire: 'policy.crawlers.robotsRules',
    }),
    /** Google, Bing and other search engines. */
    crawlers_search: ofKind('Search engines', wireAt('policy.crawlers.search')),
    /** Collect pages to train AI models. */
    crawlers_ai_training: ofKind('AI training', wireAt('policy.crawlers.aiTraining')),
    /** Fetch a page because somebody asks an AI assistant about it. */
    crawlers_ai_assistant: ofKind('AI assistants', wireAt('policy.crawlers.aiAssistant')),
    /** Fetch a page because somebody shared a link to it. */
    crawlers_preview: ofKind('Link previews', wireAt('policy.crawlers.preview')),
    /** Check whether a site is up. */
    crawlers_monitor: ofKind('Monitoring', wireAt('policy.crawlers.monitor')),
    /** Collect links and rankings for marketing tools. */
    crawlers_seo: ofKind('SEO tools', wireAt('policy.crawlers.seo')),
    /** Readers of RSS and Atom feeds. */
    crawlers_feed: ofKind('Feed readers', wireAt('policy.crawlers.feed')),
  },
  underPlan: (values, plan) => (plan.botProtection ? values : { ...values, ...withoutChallenges(values) }),
  beyondPlan: (stored, wanted, plan) =>
    plan.botProtection
      ? []
      : FIELDS_OF_KINDS.filter((name) => wanted[name] === 'challenge' && stored[name] !== 'challenge').map(
          (name) => ({
            path: name,
            message: `Upgrade required: Crawlers can be challenged from ${cheapestPlanWith('botProtection')} plan.`,
          }),
        ),
});

/** The action for a kind. */
export const crawlerAction = (
  values: Readonly<OfKinds> & { readonly block_ai_crawlers: boolean },
  kind: CrawlerKind,
): CrawlerAction =>
  values.block_ai_crawlers && AI_CRAWLER_KINDS.has(kind) ? 'block' : values[`crawlers_${kind}`];
