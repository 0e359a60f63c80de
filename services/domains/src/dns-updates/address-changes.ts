import { addressData, CLASS, record, TYPE } from './dns-wire.ts';

export interface Addresses {
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

/** The records of an update that puts these in the place of all addresses that the name has. */
export function changesTo(
  { name, ttl_seconds: ttl }: { name: string; ttl_seconds: number },
  { ipv4, ipv6 }: Addresses,
): Buffer[] {
  const nothing = Buffer.alloc(0);
  return [
    record(name, TYPE.A, CLASS.ANY, 0, nothing),
    record(name, TYPE.AAAA, CLASS.ANY, 0, nothing),
    ...ipv4.map((address) => record(name, TYPE.A, CLASS.IN, ttl, addressData(address))),
    ...ipv6.map((address) => record(name, TYPE.AAAA, CLASS.IN, ttl, addressData(address))),
  ];
}
