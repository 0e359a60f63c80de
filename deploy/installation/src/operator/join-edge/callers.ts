import type { Socket } from 'node:net';

export interface CallerLimits {
  /** From its first byte to its last, however often it says something. */
  connectionMs: number;
  connections: number;
  connectionsPerClient: number;
}

/** For anybody who finds the port: an edge needs one connection, and a second for it. */
const LIMITS: CallerLimits = { connectionMs: 10_000, connections: 64, connectionsPerClient: 4 };

/**
 * Connected clients. Nobody is refused, as it may be the edge: if one client, or all together, have too many
 * connections, the oldest one is closed.
 */
export class Callers {
  /** The oldest first. */
  private readonly clients = new Map<Socket, string>();

  constructor(private readonly limits: CallerLimits = LIMITS) {}

  admit(socket: Socket): void {
    const client = clientOf(socket.remoteAddress ?? '');
    const own = [...this.clients].filter(([, other]) => other === client).map(([other]) => other);
    if (own.length >= this.limits.connectionsPerClient) this.giveUp(own[0]);
    else if (this.clients.size >= this.limits.connections) this.giveUp(this.clients.keys().next().value);
    this.clients.set(socket, client);
    const over = setTimeout(() => this.giveUp(socket), this.limits.connectionMs);
    socket.once('close', () => {
      clearTimeout(over);
      this.clients.delete(socket);
    });
  }

  private giveUp(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.clients.delete(socket);
    socket.destroy();
  }
}

const IPV4_IN_IPV6 = '::ffff:';
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The network of one client: an IPv4 address, or the /64 of an IPv6 address. */
export function clientOf(address: string): string {
  if (address.startsWith(IPV4_IN_IPV6)) return address.slice(IPV4_IN_IPV6.length);
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((g) => g !== ''));
  const zeros = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':');
}
