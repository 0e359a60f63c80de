import { PortRanges } from '@palisade/edge-state';
import { DomainError } from '@palisade/nest-kit';
import ipaddr from 'ipaddr.js';

/** Address of an origin. */
export interface OriginPlace {
  host: string;
  port: number;
}

/**
 * Rejects origins on ports of the installation's own servers: through the edge, they would be reached as if from this
 * machine. Names that only resolve to such an address are refused by the edge when it connects.
 *
 * @param refused PALISADE_ORIGIN_REFUSED_PORTS @param field the port's field
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

/** Whether it is this machine or a non-public address. */
function isInternalHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() !== 'unicast';
}
