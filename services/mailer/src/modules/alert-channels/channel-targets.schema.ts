import { z } from 'zod';
import { requiredLine } from '../../http/http-fields.ts';

const MAX_URL = 2000;
/** Below it, only the ports of the web. */
const FIRST_FREE_PORT = 1024;

function webhookProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'Please enter an https:// address';
  if (url.username !== '' || url.password !== '') return 'The address must not hold a user or password';
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return 'The port must be that of HTTPS, or above 1023';
  return null;
}

/** Whether its server may be asked is known when it is asked: a name can mean something else by then. */
const webAddress = z
  .string('Address is required')
  .trim()
  .min(1, 'Address is required')
  .max(MAX_URL)
  .superRefine((text, context) => {
    const message = webhookProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const key = (name: string) =>
  requiredLine(200, name).regex(/^[\w-]+$/, `${name} has letters, digits, - and _`);
const region = z.enum(['us', 'eu']).default('us');

/** Where each kind of channel sends to. All of it is sealed: most of these addresses are a secret by themselves. */
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

/** What the list of channels shows of a target: enough to tell it from others, too little to use it. */
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
