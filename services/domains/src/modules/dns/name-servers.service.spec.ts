import type { DnsAnswer, DnsLookupService } from './dns-lookup.service.ts';
import { NameServersService } from './name-servers.service.ts';

const NONE: DnsAnswer = { records: [], problem: 'no_such_record' };

function service(zones: Record<string, DnsAnswer>) {
  const asked: string[] = [];
  const nameServers = async (zone: string) => {
    asked.push(zone);
    return zones[zone] ?? NONE;
  };
  return { asked, servers: new NameServersService({ nameServers } as unknown as DnsLookupService) };
}

describe('the name servers of a domain', () => {
  it('are those of the nearest zone, and asked for once', async () => {
    const { asked, servers } = service({
      'example.co.uk': { records: ['ns2.provider.test', 'ns1.provider.test'], problem: null },
    });
    const found = ['ns1.provider.test', 'ns2.provider.test'];
    expect(await servers.of('shop.example.co.uk')).toEqual(found);
    expect(await servers.of('shop.example.co.uk')).toEqual(found);
    expect(asked).toEqual(['shop.example.co.uk', 'example.co.uk']);
  });

  it('are never those of a public suffix', async () => {
    const { asked, servers } = service({ 'co.uk': { records: ['nic.test'], problem: null } });
    expect(await servers.of('example.co.uk')).toEqual([]);
    expect(asked).toEqual(['example.co.uk']);
  });

  it('are asked for again where DNS was silent', async () => {
    const zones: Record<string, DnsAnswer> = { 'example.test': { records: [], problem: 'unreachable' } };
    const { servers } = service(zones);
    expect(await servers.of('example.test')).toEqual([]);
    zones['example.test'] = { records: ['ns1.provider.test'], problem: null };
    expect(await servers.of('example.test')).toEqual(['ns1.provider.test']);
  });

  it('of a deep name are looked for in few zones', async () => {
    const { asked, servers } = service({});
    await servers.of(`${'a.'.repeat(60)}example.test`);
    expect(asked).toHaveLength(5);
  });
});
