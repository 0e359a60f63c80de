type MmdbValue = string | number | bigint | readonly MmdbValue[] | { readonly [key: string]: MmdbValue };
/** Integers of the metadata have types of their own. */
const UINT16 = 5;
const UINT32 = 6;
const UINT64 = 9;

/** A database file in MaxMind's format (version 2.0, 24-bit records, both address families) with these networks. */
export function writeMmdb(networks: Readonly<Record<string, MmdbValue>>): Buffer {
  const nodes: (number | null)[][] = [[null, null]];
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const [network, value] of Object.entries(networks)) {
    const encoded = encode(value);
    data.push(encoded);
    // Data is pointed to from behind the nodes; negative until their number is known.
    place(nodes, bitsOf(network), -(dataBytes + 1));
    dataBytes += encoded.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((records, index) => {
    records.forEach((record, side) => {
      const value = record === null ? nodes.length : record > 0 ? record : nodes.length + 16 - record - 1;
      tree.writeUIntBE(value, index * 6 + side * 3, 3);
    });
  });
  const metadata = map([
    ['node_count', integer(UINT32, nodes.length)],
    ['record_size', integer(UINT16, 24)],
    ['ip_version', integer(UINT16, 6)],
    ['database_type', encode('Test')],
    ['languages', encode(['en'])],
    ['binary_format_major_version', integer(UINT16, 2)],
    ['binary_format_minor_version', integer(UINT16, 0)],
    ['build_epoch', integer(UINT64, 1_767_225_600)],
    ['description', encode({ en: 'Test' })],
  ]);
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** IPv4 lies at the very beginning of the IPv6 tree. */
function bitsOf(network: string): number[] {
  const [address = '', length] = network.split('/');
  const v4 = address.includes('.');
  const bytes = v4 ? [...Array<number>(12).fill(0), ...address.split('.').map(Number)] : bytesOfIpv6(address);
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1));
  return bits.slice(0, (v4 ? 96 : 0) + Number(length));
}

function bytesOfIpv6(address: string): number[] {
  const groupsOf = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before = [], after = []] = address.split('::').map(groupsOf);
  const between = Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...between, ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

function place(nodes: (number | null)[][], bits: number[], value: number): void {
  let node = 0;
  bits.forEach((bit, at) => {
    if (at === bits.length - 1) {
      nodes[node]![bit] = value;
      return;
    }
    let next = nodes[node]![bit] ?? null;
    if (next === null) {
      next = nodes.push([null, null]) - 1;
      nodes[node]![bit] = next;
    }
    node = next;
  });
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'number') return integer(UINT32, value);
  if (typeof value === 'bigint') return integer(UINT64, Number(value));
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  return map(Object.entries(value).map(([key, each]) => [key, encode(each)]));
}

function map(entries: readonly (readonly [string, Buffer])[]): Buffer {
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, value]) => [encode(key), value]),
  ]);
}

function integer(type: number, value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.concat([control(type, bytes.length), Buffer.from(bytes)]);
}

/** Type and size; sizes up to 284 are enough here. */
function control(type: number, size: number): Buffer {
  const [short, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from(type > 7 ? [short, type - 7, ...more] : [(type << 5) | short, ...more]);
}
