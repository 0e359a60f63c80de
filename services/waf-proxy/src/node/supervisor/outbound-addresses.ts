import { networkInterfaces } from 'node:os';
import { isPublicAddress, MAX_NODE_ADDRESSES } from '@palisade/edge-state';
import { canonicalAddress } from '@palisade/site-policy';

/**
 * The addresses from which origins see this node, in canonical form. Behind NAT, as in a container, its own interfaces
 * have none that the operator did not name.
 *
 * @param named by the operator; none: the public ones of this machine
 * @param bind where it listens; on loopback it serves this machine alone
 */
export function outboundAddressesOf(
  named: readonly string[],
  bind: string,
  interfaces: () => ReturnType<typeof networkInterfaces> = networkInterfaces,
): string[] {
  const own = () =>
    Object.values(interfaces()).flatMap((entries) => entries?.map(({ address }) => address) ?? []);
  const found = named.length > 0 || isLoopback(bind) ? named : own().filter(isPublicAddress);
  return [...new Set(found.map((entry) => canonicalAddress(entry) ?? entry))].slice(0, MAX_NODE_ADDRESSES);
}

const isLoopback = (bind: string): boolean =>
  bind === '::1' || bind === 'localhost' || bind.startsWith('127.');
