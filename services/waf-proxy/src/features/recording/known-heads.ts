import type { ClientConnection } from '../../request/client-connection.ts';
import type { SecretField } from './masking/mask-head.ts';
import type { RecordingPolicy } from './recording-part.ts';

/** What the fields of a connection's last request were, and became. */
interface KnownFields {
  readonly policy: RecordingPolicy;
  readonly lines: string;
  /** Null: they became so together with words of a body. */
  readonly masked: string | null;
  /** How many values were. */
  readonly count: number;
  /** In which they were. */
  readonly secrets: readonly SecretField[];
}

/** Of a head; as many as a worker has connections are known. The fields of longer ones are masked each time. */
const MAX_LENGTH = 4_096;

/**
 * Clients send the same fields again and again: of a connection, those of the last request are known as they became. The same cookie
 * of one connection becomes the same then, of which the log says anyway that it is one.
 */
export class KnownHeads {
  private readonly fields = new WeakMap<ClientConnection, KnownFields>();

  /** @param from where the lines begin in a head */
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
    // Lines of a head keep all of it in memory.
    if (head.length <= MAX_LENGTH) this.fields.set(connection, { ...became, lines: head.slice(from) });
  }
}
