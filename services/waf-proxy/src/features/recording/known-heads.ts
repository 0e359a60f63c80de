import type { ClientConnection } from '../../request/client-connection.ts';
import type { SecretField } from './masking/mask-head.ts';
import type { RecordingPolicy } from './recording-part.ts';

/** The headers of a connection's last request, before and after masking. */
interface KnownFields {
  readonly policy: RecordingPolicy;
  readonly lines: string;
  /** Null: they were masked together with words of a body. */
  readonly masked: string | null;
  /** Number of masked values. */
  readonly count: number;
  readonly hidesCode: boolean;
  /** The headers that contained them. */
  readonly secrets: readonly SecretField[];
}

/** Maximum length of a head that is remembered; one per connection of the worker. Longer ones are masked each time. */
const MAX_LENGTH = 4_096;

/**
 * Clients repeat the same headers, so the masked form of a connection's last headers is reused. A repeated cookie is
 * then masked alike within a connection, which reveals nothing, since the log shows the connection.
 */
export class KnownHeads {
  private readonly fields = new WeakMap<ClientConnection, KnownFields>();

  /** @param from where the header lines begin */
  find(
    connection: ClientConnection,
    policy: RecordingPolicy,
    head: string,
    from: number,
  ): KnownFields | undefined {
    const known = this.fields.get(connection);
    const isSame =
      known !== undefined &&
      known.policy === policy &&
      known.lines.length === head.length - from &&
      known.lines === head.slice(from);
    return isSame ? known : undefined;
  }

  learn(connection: ClientConnection, head: string, from: number, became: Omit<KnownFields, 'lines'>): void {
    // Lines that are slices of a head keep all of it in memory.
    if (head.length <= MAX_LENGTH) this.fields.set(connection, { ...became, lines: head.slice(from) });
  }
}
