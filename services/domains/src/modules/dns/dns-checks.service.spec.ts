import { DnsChecksService } from './dns-checks.service.ts';
import type { DnsAnswer, DnsLookupService } from './dns-lookup.service.ts';

const TARGET = 'edge.palisade.test';
const NONE: DnsAnswer = { records: [], problem: 'no_such_record' };
const SILENT: DnsAnswer = { records: [], problem: 'unreachable' };
const at = (address: string): DnsAnswer => ({ records: [address], problem: null });

function checks(addresses: Record<string, DnsAnswer>): DnsChecksService {
  const lookup = {
    cnameChain: async () => NONE,
    addresses: async (name: string) => addresses[name] ?? NONE,
  } as unknown as DnsLookupService;
  return new DnsChecksService(lookup, { PALISADE_CNAME_TARGET: TARGET });
}

describe('where the traffic of a host goes', () => {
  const stateOf = async (theirs: DnsAnswer, ours: DnsAnswer) =>
    (await checks({ 'shop.test': theirs, [TARGET]: ours }).traffic('shop.test')).state;

  it('is to us by our addresses, or elsewhere', async () => {
    expect(await stateOf(at('192.0.2.1'), at('192.0.2.1'))).toBe('ok');
    expect(await stateOf(at('192.0.2.9'), at('192.0.2.1'))).toBe('wrong');
    expect(await stateOf(NONE, at('192.0.2.1'))).toBe('missing');
  });

  it('is not known where the name or our own was not answered for', async () => {
    expect(await stateOf(SILENT, at('192.0.2.1'))).toBe('unreachable');
    expect(await stateOf(at('192.0.2.1'), SILENT)).toBe('unreachable');
  });
});
