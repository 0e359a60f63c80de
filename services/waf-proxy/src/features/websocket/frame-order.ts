/** RFC 6455, 5.2. */
export const Opcode = { Continuation: 0, Text: 1, Binary: 2, Close: 8, Ping: 9, Pong: 10 } as const;

const CONTROL_PAYLOAD = 125;
const KNOWN: ReadonlySet<number> = new Set(Object.values(Opcode));

/** Which frames a correct peer may send after those before. */
export class FrameOrder {
  private readonly fromClient: boolean;
  private readonly extended: boolean;
  private inMessage = false;

  /** @param extended an extension was agreed on, so that the first reserved bit may be set. */
  constructor(fromClient: boolean, extended: boolean) {
    this.fromClient = fromClient;
    this.extended = extended;
  }

  /** Takes the next frame. @param first, second bytes of its head. @param length bytes of its payload. @returns false: no correct peer sends it */
  admits(first: number, second: number, length: number): boolean {
    const fin = (first & 0x80) !== 0;
    const reserved = first & 0x70;
    const opcode = first & 0x0f;
    const masked = (second & 0x80) !== 0;
    const control = opcode >= Opcode.Close;
    if (
      !KNOWN.has(opcode) ||
      masked !== this.fromClient ||
      (this.extended ? (reserved & 0x30) !== 0 : reserved !== 0) ||
      (control && (!fin || length > CONTROL_PAYLOAD || reserved !== 0)) ||
      (!control && (opcode === Opcode.Continuation) !== this.inMessage)
    ) {
      return false;
    }
    if (!control) this.inMessage = !fin;
    return true;
  }
}

/** Bytes of a frame's head. @param second its second byte */
export function headLength(second: number): number {
  const short = second & 0x7f;
  return 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + ((second & 0x80) !== 0 ? 4 : 0);
}

/** Bytes of the payload. Null: not the shortest way to write it, or more than anybody could send. */
export function payloadLength(head: Buffer): number | null {
  const short = head[1]! & 0x7f;
  if (short < 126) return short;
  if (short === 126) {
    const length = head.readUInt16BE(2);
    return length < 126 ? null : length;
  }
  const length = head.readBigUInt64BE(2);
  return length < 0x1_0000n || length > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(length);
}
