import { OUTBOUND_FAILURES } from '../../shared/lib/outbound-failures.ts';
import type { BadgeTone } from '../../shared/ui/badge.tsx';
import type { AlertChannel, AlertRule } from './alerts-api.ts';

export const SEVERITIES: Readonly<Record<AlertRule['severity'], { label: string; tone: BadgeTone }>> = {
  info: { label: 'Info', tone: 'info' },
  warning: { label: 'Warning', tone: 'warn' },
  critical: { label: 'Critical', tone: 'danger' },
};

export const RULE_STATES: Readonly<Record<AlertRule['state'], { label: string; tone: BadgeTone }>> = {
  ok: { label: 'Quiet', tone: 'ok' },
  pending: { label: 'Starting', tone: 'warn' },
  firing: { label: 'Firing', tone: 'danger' },
  clearing: { label: 'Ending', tone: 'warn' },
};

interface TargetField {
  name: 'url' | 'bot_token' | 'chat_id' | 'routing_key' | 'api_key' | 'region';
  label: string;
  hint?: string;
  options?: readonly { value: string; label: string }[];
}

const region: TargetField = {
  name: 'region',
  label: 'Region',
  options: [
    { value: 'us', label: 'United States' },
    { value: 'eu', label: 'Europe' },
  ],
};
const address = (hint: string): TargetField => ({ name: 'url', label: 'Address', hint });

/** Names of the channel kinds, and their required settings. */
export const CHANNEL_KINDS: Readonly<
  Record<AlertChannel['kind'], { label: string; fields: readonly TargetField[] }>
> = {
  mail: { label: 'Mail to your address', fields: [] },
  webhook: {
    label: 'Webhook',
    fields: [address('https:// only. Messages are signed according to Standard Webhooks.')],
  },
  slack: { label: 'Slack', fields: [address('An incoming webhook; Mattermost reads the same.')] },
  teams: {
    label: 'Microsoft Teams',
    fields: [address('Of a workflow “When a Teams webhook request is received”.')],
  },
  discord: { label: 'Discord', fields: [address('Channel settings → Integrations → Webhooks.')] },
  telegram: {
    label: 'Telegram',
    fields: [
      { name: 'bot_token', label: 'Bot token', hint: 'From @BotFather.' },
      { name: 'chat_id', label: 'Chat', hint: 'A number, or @ and the name of a channel.' },
    ],
  },
  pagerduty: {
    label: 'PagerDuty',
    fields: [
      { name: 'routing_key', label: 'Integration key', hint: 'Of an Events API v2 integration.' },
      region,
    ],
  },
  opsgenie: { label: 'Opsgenie', fields: [{ name: 'api_key', label: 'API key' }, region] },
};

/** Texts for delivery errors. */
const DELIVERY_ERRORS: Readonly<Record<string, string>> = {
  ...OUTBOUND_FAILURES,
  refused: 'It refused the message',
  gone: 'It no longer exists',
  channel_switched_off: 'The channel was switched off',
};

export const deliveryError = (code: string): string => DELIVERY_ERRORS[code] ?? 'It could not be sent';
