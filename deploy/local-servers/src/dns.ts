import dns2 from 'dns2';
import { LocalServerError } from './processes.ts';

export interface DnsRecord {
  /** Lower case, without the trailing dot; `*.` in front answers for what is not there below it (RFC 4592). */
  name: string;
  type: 'A' | 'AAAA' | 'CNAME' | 'NS' | 'PTR' | 'TXT';
  value: string;
}

export interface DnsServer {
  readonly port: number;
  /** host:port, as Resolver.setServers takes it. */
  readonly address: string;
  records: DnsRecord[];
  stop(): Promise<void>;
}

const { Packet } = dns2;

/** A real DNS server on loopback (UDP and TCP) that answers from a list and knows nothing else (NXDOMAIN). */
export async function startDns(port: number, records: DnsRecord[] = []): Promise<DnsServer> {
  const state: { records: DnsRecord[] } = { records };
  const server = dns2.createServer({
    udp: true,
    tcp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      if (question) {
        const name = question.name.toLowerCase().replace(/\.$/, '');
        const here = recordsAt(name, state.records);
        const wanted = here.filter(
          (record) => Packet.TYPE[record.type] === question.type || record.type === 'CNAME',
        );
        for (const record of wanted) response.answers.push(resource(question.name, record) as never);
        if (here.length === 0) response.header.rcode = 3; // NXDOMAIN
      }
      send(response);
    },
  });
  const failed = new Promise<never>((_resolve, reject) => {
    server.once('error', (cause: Error) =>
      reject(new LocalServerError('did_not_start', `DNS server: ${cause.message}`, { cause })),
    );
  });
  await Promise.race([
    server.listen({ udp: { port, address: '127.0.0.1' }, tcp: { port, address: '127.0.0.1' } }),
    failed,
  ]);
  return {
    port,
    address: `127.0.0.1:${port}`,
    get records() {
      return state.records;
    },
    set records(next) {
      state.records = next;
    },
    stop: async () => {
      await server.close();
    },
  };
}

/** What stands at a name, or at the wildcard of the nearest name above it that exists. */
function recordsAt(name: string, records: readonly DnsRecord[]): DnsRecord[] {
  const exists = (wanted: string) =>
    records.some((record) => record.name === wanted || record.name.endsWith(`.${wanted}`));
  if (exists(name)) return records.filter((record) => record.name === name);
  let above = name;
  while (above.includes('.')) {
    above = above.slice(above.indexOf('.') + 1);
    if (exists(above)) return records.filter((record) => record.name === `*.${above}`);
  }
  return [];
}

function resource(name: string, record: DnsRecord): object {
  const common = { name, type: Packet.TYPE[record.type], class: Packet.CLASS.IN, ttl: 1 };
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return { ...common, address: record.value };
    case 'CNAME':
    case 'PTR':
      return { ...common, domain: record.value };
    case 'NS':
      return { ...common, ns: record.value };
    case 'TXT':
      return { ...common, data: record.value };
  }
}
