import { PortRanges } from '@palisade/edge-state';
import { DomainError } from '@palisade/nest-kit';
import ipaddr from 'ipaddr.js';

/** Where an origin is. */
export interface OriginPlace {
  host: string;
  port: number;
}

/**
 * An origin must not be one of the installation's own servers: whoever names the dashboard's or the database's port would
 * reach it through the edge, as if they sat on this machine. Names that only resolve to such an address are refused by the
 * edge when it connects.
 *
 * @param refused ports, as PALISADE_ORIGIN_REFUSED_PORTS says. @param field of the port.
 * @throws DomainError `origin_is_own_port`
 */
export function refuseOwnPort(
  { host, port }: OriginPlace,
  refused: string,
  field = 'originConfig.origin_port',
): void {
  if (!isInternalHost(host) || !new PortRanges(refused).has(port)) return;
  throw new DomainError(
    'unprocessable',
    'origin_is_own_port',
    `Port ${port} of ${host} is used by this installation itself. Please enter the port of your own server.`,
    { fields: [{ path: field, message: 'This installation itself uses this port' }] },
  );
}

/** This machine, or an address that is not public. */
function isInternalHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast';
}
