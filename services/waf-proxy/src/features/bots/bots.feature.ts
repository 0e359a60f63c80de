import type { Feature } from '../../request/feature.ts';
import { type BotsPart, botPolicyOf } from './bots-part.ts';
import { CLIENT_BEHAVIOUR, checkForBots } from './bots-phase.ts';
import { BOT_COUNTERS, type BotsServices } from './bots-services.ts';
import {
  challengesCrawlers,
  crawlersPartOf,
  crawlersWithoutChallenges,
  NO_CRAWLER_POLICY,
} from './crawler-policy.ts';
import { noteCrawler } from './crawlers-phase.ts';

const protectionOff = <Part extends BotsPart>(part: Part): BotsPart => ({
  bots: null,
  ...crawlersWithoutChallenges(part),
});

export const bots = {
  name: 'bots',
  killSwitches: ['bots', 'crawlers'],
  compile: ({ settings, isOn }): BotsPart => ({
    bots: settings.enable_bot_protection && isOn ? botPolicyOf(settings) : null,
    ...(isOn ? crawlersPartOf(settings) : NO_CRAWLER_POLICY),
  }),
  withSwitchesOff: (part, off) => {
    const left = off.has('bots') ? protectionOff(part) : part;
    return off.has('crawlers') ? { ...left, ...NO_CRAWLER_POLICY } : left;
  },
  mayChallenge: (part) => part.bots !== null || challengesCrawlers(part),
  counters: BOT_COUNTERS,
  phase: checkForBots,
  ended: (request) => {
    CLIENT_BEHAVIOUR.read(request)?.answered(request.status);
    noteCrawler(request);
  },
} as const satisfies Feature<BotsPart, BotsServices>;
