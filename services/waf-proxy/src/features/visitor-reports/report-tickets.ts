import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The refused request and its client. */
export interface Refused {
  siteId: string;
  /** The client's address, or the /64 of an IPv6 address. */
  client: string;
  /** A UUIDv7, which contains the time. */
  requestId: string;
}

const LIFETIME_MS = 24 * 3_600_000;
/** Maximum clock difference between nodes. */
const SKEW_MS = 5 * 60_000;
const FORM = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

/** Signed proof that a client was refused a request on this site. Nothing is stored. */
export class ReportTickets {
  private readonly key: Buffer;

  /** @param secret shared by all nodes, so that any of them accepts the report */
  constructor(secret: Uint8Array) {
    this.key = Buffer.from(
      hkdfSync('sha256', secret, Buffer.alloc(0), 'palisade edge visitor report v1', 32),
    );
  }

  issue(refused: Refused): string {
    return `${refused.requestId}.${this.sign(refused).toString('base64url')}`;
  }

  /** The refused request; null for a ticket that is invalid, another client's, or too old. */
  read(ticket: string, { siteId, client }: Omit<Refused, 'requestId'>, nowMs: number): string | null {
    const parts = FORM.exec(ticket);
    if (parts === null) return null;
    const requestId = parts[1]!;
    const atMs = Number.parseInt(requestId.replace('-', '').slice(0, 12), 16);
    if (atMs > nowMs + SKEW_MS || atMs < nowMs - LIFETIME_MS) return null;
    const given = Buffer.from(parts[2]!, 'base64url');
    return timingSafeEqual(given, this.sign({ siteId, client, requestId })) ? requestId : null;
  }

  private sign({ siteId, client, requestId }: Refused): Buffer {
    return createHmac('sha256', this.key).update(`${siteId}\n${client}\n${requestId}`, 'latin1').digest();
  }
}
