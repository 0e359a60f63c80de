import { delivery } from '@palisade/site-policy';
import type { Feature } from '../../request/feature.ts';
import { admitUpgrade } from './upgrade.ts';
import type { WebSocketPart, WebSocketServices } from './websocket-services.ts';

/** For a document that is older than the limit. */
const DEFAULT_MESSAGE_BYTES = delivery.fields.websocket_max_message_kb.default * 1024;

/** The opening is judged here; what follows it begins with the origin's answer, see `joinUpgrade`. */
export const webSocket = {
  name: 'websocket',
  killSwitches: [],
  compile: ({ settings }): WebSocketPart => ({
    webSocket: Object.freeze({
      maxMessageBytes: settings.websocket_max_message_kb * 1024 || DEFAULT_MESSAGE_BYTES,
      inspectText: settings.websocket_inspect_text,
    }),
  }),
  counters: {},
  phase: admitUpgrade,
} as const satisfies Feature<WebSocketPart, WebSocketServices>;
