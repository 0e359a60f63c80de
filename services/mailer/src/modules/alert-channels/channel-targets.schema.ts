import { webAddress } from '@palisade/nest-kit';
import { z } from 'zod';
import { requiredLine } from '../../http/http-fields.ts';

const key = (name: string) =>
  requiredLine(200, name).regex(/^[\w-]+$/, `${name} has letters, digits, - and _`);
const region = z.enum(['us', 'eu']).default('us');

/** Target of each kind of channel. Stored encrypted: most of these URLs are secrets by themselves. */
export const CHANNEL_TARGETS = {
  mail: z.object({}),
  webhook: z.object({ url: webAddress }),
  slack: z.object({ url: webAddress }),
  teams: z.object({ url: webAddress }),
  discord: z.object({ url: webAddress }),
  telegram: z.object({
    bot_token: requiredLine(100, 'Bot token').regex(
      /^\d{1,20}:[\w-]{20,70}$/,
      'A bot token looks like 123456:ABC…',
    ),
    chat_id: requiredLine(100, 'Chat').regex(
      /^(?:-?\d{1,20}|@\w{1,64})$/,
      'A chat is a number, or @ and a name',
    ),
  }),
  pagerduty: z.object({ routing_key: key('Integration key'), region }),
  opsgenie: z.object({ api_key: key('API key'), region }),
} as const;

export type ChannelKind = keyof typeof CHANNEL_TARGETS;
export type ChannelTarget<Kind extends ChannelKind> = z.output<(typeof CHANNEL_TARGETS)[Kind]>;
export const CHANNEL_KINDS = Object.keys(CHANNEL_TARGETS) as [ChannelKind, ...ChannelKind[]];

const shown = (secret: string) => `…${secret.slice(-4)}`;

/** The part of a target that lists show: enough to recognise it, too little to use it. */
export const TARGET_HINTS: { [Kind in ChannelKind]: (target: ChannelTarget<Kind>) => string } = {
  mail: () => 'your account’s address',
  webhook: ({ url }) => new URL(url).host,
  slack: ({ url }) => new URL(url).host,
  teams: ({ url }) => new URL(url).host,
  discord: ({ url }) => new URL(url).host,
  telegram: ({ chat_id }) => `chat ${chat_id}`,
  pagerduty: ({ routing_key }) => `key ${shown(routing_key)}`,
  opsgenie: ({ api_key }) => `key ${shown(api_key)}`,
};
