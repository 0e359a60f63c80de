import type { AlertChannel } from './alerts-api.ts';

export interface ChannelForm {
  name: string;
  kind: AlertChannel['kind'];
  target: Record<string, string>;
}
