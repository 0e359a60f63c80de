import { MAX_PROXY_HEADER_BYTES, type ProxiedPeer, parseProxyHeader } from './parse-proxy-header.ts';

/** A balancer sends its header at once. */
const HEADER_MS = 5_000;

/** Collects the bytes of one connection until the header is complete, within bounds of time and length. */
export class ProxyHeaderReader {
  private readonly onRefused: () => void;
  private readonly timer: NodeJS.Timeout;
  private received = Buffer.alloc(0);

  /** @param onRefused the connection has to end: no header in time, or not one that we take */
  constructor(onRefused: () => void) {
    this.onRefused = onRefused;
    this.timer = setTimeout(onRefused, HEADER_MS);
  }

  /** @param chunk copied. Null: nothing yet, or refused. `rest` is what came behind the header's own bytes. */
  take(chunk: Buffer): { peer: ProxiedPeer | null; header: Buffer; rest: Buffer } | null {
    this.received = Buffer.concat([this.received, chunk]);
    const header = parseProxyHeader(this.received);
    if (header.state === 'complete') {
      this.stop();
      const { received } = this;
      return {
        peer: header.peer,
        header: received.subarray(0, header.length),
        rest: received.subarray(header.length),
      };
    }
    if (header.state === 'refused' || this.received.length > MAX_PROXY_HEADER_BYTES) {
      this.stop();
      this.onRefused();
    }
    return null;
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
