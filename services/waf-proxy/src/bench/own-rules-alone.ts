import { ValueSteps } from '@palisade/regex';
import { ClientLists } from '../features/access/client-lists.ts';
import { compileCustomRules } from '../features/custom-rules/compile-custom-rules.ts';
import { decide } from '../features/custom-rules/decide.ts';
import { emptyHeadFacts } from '../http/head.ts';
import { UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import { type AskedRequest, RequestValues } from '../request/conditions/request-values.ts';
import { ownRules } from './own-rules.ts';
import { WORKLOADS, type Workload } from './workloads.ts';

const COUNTS = [5, 100];
const REQUESTS_PER_ROUND = 20_000;

/** What asking custom rules of which none holds adds to a request, in this process, without sockets: CPU µs, best round. */
export function measureOwnRules(rounds: number): object {
  const table: Record<string, Record<string, number>> = {};
  for (const workload of WORKLOADS) {
    const request = requestOf(workload);
    const row: Record<string, number> = {};
    for (const count of COUNTS)
      row[`${count} rules, µs`] = Number(microsOf(request, count, rounds).toFixed(2));
    table[workload.name] = row;
  }
  console.table(table);
  return { rounds, results: table };
}

function microsOf(request: AskedRequest, count: number, rounds: number): number {
  const rules = compileCustomRules(ownRules(count))!;
  const steps = new ValueSteps();
  const lists = new ClientLists();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let asked = 0; asked < REQUESTS_PER_ROUND; asked++) {
      steps.reset();
      const decision = decide(rules, new RequestValues(request, rules.asked, lists), steps, ({ name }) => {
        throw new Error(`${name} was cut short`);
      });
      if (decision !== null) throw new Error('no rule was to hold');
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / REQUESTS_PER_ROUND);
  }
  return best;
}

function requestOf({ request }: Workload): AskedRequest {
  const [line, ...fields] = request.toString('latin1').split('\r\n\r\n', 1)[0]!.split('\r\n');
  const [method = '', target = ''] = line!.split(' ');
  return {
    site: null,
    client: UNKNOWN_ADDRESS,
    country: { code: 'DE', city: '', asn: 0, asnName: '' },
    method,
    protocol: 'HTTP/1.1',
    isRelayed: false,
    head: { ...emptyHeadFacts(), host: 'shop.example', target },
    rawHeaders: fields.flatMap((field) => [
      field.slice(0, field.indexOf(':')),
      field.slice(field.indexOf(':') + 2),
    ]),
    connection: {
      peer: UNKNOWN_ADDRESS,
      remotePort: 0,
      localAddress: '',
      localPort: 0,
      secure: false,
      serverName: '',
      tlsVersion: '',
      fingerprint: null,
      peerTrusted: false,
    },
  };
}
