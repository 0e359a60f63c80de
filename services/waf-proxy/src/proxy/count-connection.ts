import type { Socket } from 'node:net';
import { connectionOf } from './client-connection.ts';
import type { Edge } from './edge.ts';

/**
 * Counts a connection while it is open: as the system has accepted it, before anything is read or encrypted, or after
 * its PROXY header. False: one too many from its address, and closed at once.
 */
export function countConnection(socket: Socket, edge: Edge): boolean {
  const connection = connectionOf(socket);
  const { key } = connection.peer;
  connection.peerTrusted ??= edge.trustedProxies.has(connection.peer);
  // The operator's own proxies speak for many clients.
  const counted = !connection.peerTrusted;
  if (counted && !edge.connectionCap.enter(key)) {
    edge.counters.connectionsRefused += 1;
    socket.destroy();
    return false;
  }
  const holder = { client: counted ? connection.peer : null, site: null };
  const hold = edge.pools.connections.open(holder, () => socket.destroy());
  if (!hold.take(1)) {
    if (counted) edge.connectionCap.leave(key);
    edge.counters.connectionsRefused += 1;
    socket.destroy();
    return false;
  }
  edge.counters.openConnections += 1;
  socket.on('close', () => {
    edge.counters.openConnections -= 1;
    hold.release();
    if (counted) edge.connectionCap.leave(key);
  });
  return true;
}
