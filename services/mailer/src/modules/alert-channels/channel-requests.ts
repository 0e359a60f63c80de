import { type GuardedRequest, signatureHeaders } from '@palisade/nest-kit';
import type { ChannelKind, ChannelTarget } from './channel-targets.schema.ts';
import type { AlertMessage } from './formats/alert-message.ts';
import { discordBody, slackBody, teamsBody, telegramBody } from './formats/chat-formats.ts';
import { opsgenieBody, pagerDutyBody } from './formats/on-call-formats.ts';
import { webhookBody } from './formats/webhook-body.ts';

/** Kinds of channels that receive HTTP requests, as opposed to mail. */
export type HttpChannelKind = Exclude<ChannelKind, 'mail'>;

export interface Signing {
  /** The current secret first. */
  secrets: readonly string[];
  nowMs: number;
}

/** A request with a text body. */
type JsonRequest = GuardedRequest & { body: string };

function json(url: string, body: object, headers: Record<string, string> = {}): JsonRequest {
  return {
    method: 'POST',
    url: new URL(url),
    headers: { 'content-type': 'application/json', 'user-agent': 'Palisade-Alerts/1', ...headers },
    body: JSON.stringify(body),
  };
}

const PAGERDUTY = { us: 'https://events.pagerduty.com', eu: 'https://events.eu.pagerduty.com' } as const;
const OPSGENIE = { us: 'https://api.opsgenie.com', eu: 'https://api.eu.opsgenie.com' } as const;

/** Builds the request that delivers a message to a channel. */
export const CHANNEL_REQUESTS: {
  [Kind in HttpChannelKind]: (
    target: ChannelTarget<Kind>,
    message: AlertMessage,
    signing: Signing,
  ) => JsonRequest;
} = {
  webhook: ({ url }, message, { secrets, nowMs }) => {
    const request = json(url, webhookBody(message));
    const timestamp = Math.floor(nowMs / 1000);
    const signed = signatureHeaders({ id: message.id, timestamp, body: request.body }, secrets);
    return { ...request, headers: { ...request.headers, ...signed } };
  },
  slack: ({ url }, message) => json(url, slackBody(message)),
  teams: ({ url }, message) => json(url, teamsBody(message)),
  discord: ({ url }, message) => json(url, discordBody(message)),
  telegram: ({ bot_token, chat_id }, message) =>
    json(`https://api.telegram.org/bot${bot_token}/sendMessage`, telegramBody(message, chat_id)),
  pagerduty: ({ routing_key, region }, message) =>
    json(`${PAGERDUTY[region]}/v2/enqueue`, pagerDutyBody(message, routing_key)),
  opsgenie: ({ api_key, region }, message) => {
    const alerts = `${OPSGENIE[region]}/v2/alerts`;
    const url =
      message.state === 'resolved'
        ? `${alerts}/${encodeURIComponent(message.alertId)}/close?identifierType=alias`
        : alerts;
    return json(url, opsgenieBody(message), { authorization: `GenieKey ${api_key}` });
  },
};
