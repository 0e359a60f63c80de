import type { Socket } from 'node:net';
import { connectionOf } from '../../request/client-connection.ts';
import type { ServerPorts } from './server-ports.ts';

/**
 * Counts a connection while it is open: as the system has accepted it, before anything is read or encrypted, or after
 * its PROXY header. False: one too many from its address, and closed at once.
 */
export function countConnection(socket: Socket, ports: ServerPorts): boolean {
  const connection = connectionOf(socket);
  const { key } = connection.peer;
  connection.peerTrusted ??= ports.trustedProxies.has(connection.peer);
  // The operator's own proxies and other nodes speak for many clients.
  const counted = !connection.peerTrusted && !ports.edgeNodes.has(connection.peer);
  if (counted && !ports.connectionCap.enter(key)) {
    ports.counters.connectionsRefused++;
    socket.destroy();
    return false;
  }
  const holder = { client: counted ? connection.peer : null, site: null };
  const hold = ports.pools.connections.open(holder, () => socket.destroy());
  if (!hold.take(1)) {
    if (counted) ports.connectionCap.leave(key);
    ports.counters.connectionsRefused++;
    socket.destroy();
    return false;
  }
  ports.counters.openConnections++;
  socket.on('close', () => {
    ports.counters.openConnections--;
    hold.release();
    if (counted) ports.connectionCap.leave(key);
  });
  return true;
}
