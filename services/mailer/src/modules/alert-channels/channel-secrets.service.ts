import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@palisade/nest-kit';
import type { ChannelRow } from './channel-row.types.ts';

type SecretColumn = 'target_sealed' | 'secret_sealed' | 'previous_secret_sealed';

/** Binds what is sealed to its place: copied elsewhere it does not open. */
export const channelContext = (column: SecretColumn, id: string): string => `alert_channels.${column}:${id}`;

/** What is secret of channels: nothing else seals or opens it. */
@Injectable()
export class ChannelSecretsService {
  constructor(@Inject(SecretBox) private readonly box: SecretBox) {}

  sealTarget(id: string, target: object): string {
    return this.box.seal(JSON.stringify(target), channelContext('target_sealed', id));
  }

  sealSecret(id: string, secret: string, column: Exclude<SecretColumn, 'target_sealed'>): string {
    return this.box.seal(secret, channelContext(column, id));
  }

  /** @throws SecretBoxError */
  targetOf(channel: ChannelRow): unknown {
    return JSON.parse(this.box.open(channel.target_sealed, channelContext('target_sealed', channel.id)));
  }

  /** The current secret, and the one before for as long as it holds. @throws SecretBoxError */
  secretsOf(channel: ChannelRow, nowMs = Date.now()): string[] {
    const { id, secret_sealed: current, previous_secret_sealed: previous } = channel;
    const holds = (channel.previous_secret_until?.getTime() ?? 0) > nowMs;
    return [
      ...(current === null ? [] : [this.box.open(current, channelContext('secret_sealed', id))]),
      ...(previous === null || !holds
        ? []
        : [this.box.open(previous, channelContext('previous_secret_sealed', id))]),
    ];
  }
}
