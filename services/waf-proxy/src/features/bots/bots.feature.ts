import type { Feature } from '../../request/feature.ts';
import { type BotsPart, botPolicyOf } from './bots-part.ts';
import { CLIENT_BEHAVIOUR, checkForBots } from './bots-phase.ts';
import { BOT_COUNTERS, type BotsServices } from './bots-services.ts';

const NO_BOT_PROTECTION: BotsPart = { bots: null };

export const bots = {
  name: 'bots',
  killSwitches: ['bots'],
  compile: ({ settings, isOn }): BotsPart =>
    settings.enable_bot_protection && isOn ? { bots: botPolicyOf(settings) } : NO_BOT_PROTECTION,
  withSwitchesOff: (part, off) => (off.has('bots') ? NO_BOT_PROTECTION : part),
  mayChallenge: (part) => part.bots !== null,
  counters: BOT_COUNTERS,
  phase: checkForBots,
  ended: (request) => CLIENT_BEHAVIOUR.read(request)?.answered(request.status),
} as const satisfies Feature<BotsPart, BotsServices>;
