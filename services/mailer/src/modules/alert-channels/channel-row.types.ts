import type { ChannelKind } from './channel-targets.schema.ts';
import type { AlertMessage } from './formats/alert-message.ts';

export interface ChannelRow {
  id: string;
  owner_id: string;
  name: string;
  kind: ChannelKind;
  hint: string;
  target_sealed: string;
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
  is_active: boolean;
  disabled_reason: 'gone' | null;
  created_at: Date;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface DeliveryRow {
  id: string;
  channel_id: string;
  message_id: string;
  message: AlertMessage;
  state: DeliveryState;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  last_answer: string;
  duration_ms: number | null;
  created_at: Date;
  next_attempt_at: Date;
  finished_at: Date | null;
}
