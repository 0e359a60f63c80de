import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@palisade/nest-kit';
import type { StreamRow } from './stream-row.types.ts';

type SecretColumn = 'target_sealed' | 'secret_sealed' | 'previous_secret_sealed';

/** Binds what is sealed to its place: copied elsewhere it does not open. */
export const streamContext = (column: SecretColumn, id: string): string => `log_streams.${column}:${id}`;

/** What is secret of streams: nothing else seals or opens it. */
@Injectable()
export class StreamSecretsService {
  constructor(@Inject(SecretBox) private readonly box: SecretBox) {}

  sealTarget(id: string, target: object): string {
    return this.box.seal(JSON.stringify(target), streamContext('target_sealed', id));
  }

  sealSecret(id: string, secret: string, column: Exclude<SecretColumn, 'target_sealed'>): string {
    return this.box.seal(secret, streamContext(column, id));
  }

  /** @throws SecretBoxError */
  targetOf(stream: StreamRow): unknown {
    return JSON.parse(this.box.open(stream.target_sealed, streamContext('target_sealed', stream.stream_id)));
  }

  /** The current secret, and the one before for as long as it holds. @throws SecretBoxError */
  secretsOf(stream: StreamRow, nowMs: number): string[] {
    const { stream_id: id, secret_sealed: current, previous_secret_sealed: previous } = stream;
    const holds = (stream.previous_secret_until?.getTime() ?? 0) > nowMs;
    return [
      ...(current === null ? [] : [this.box.open(current, streamContext('secret_sealed', id))]),
      ...(previous === null || !holds
        ? []
        : [this.box.open(previous, streamContext('previous_secret_sealed', id))]),
    ];
  }
}
