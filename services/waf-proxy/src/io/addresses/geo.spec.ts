import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeMmdb } from '@palisade/testing';
import { parseAddress } from './client-address.ts';
import { GeoDatabase, geoFileDates, UNKNOWN_COUNTRY } from './geo.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geo-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: Buffer): string {
  const where = path.join(folder, name);
  writeFileSync(where, content);
  return where;
}

const find = (database: GeoDatabase, address: string) => database.find(parseAddress(address)!);

describe('where an address is', () => {
  it('is known by country without any file of the operator', () => {
    const database = GeoDatabase.fromPackage();
    expect(find(database, '193.0.6.139').code).toBe('NL');
    expect(find(database, '2001:67c:2e8::1').code).toBe('NL');
    expect(find(database, '127.0.0.1')).toBe(UNKNOWN_COUNTRY);
  });

  it('is known by city and network from files in MaxMind’s schema, of both families', () => {
    const city = file(
      'city.mmdb',
      writeMmdb({
        '192.0.2.0/24': { country: { iso_code: 'DE' }, city: { names: { de: 'Köln', en: 'Cologne' } } },
        '2001:db8::/32': { country: { iso_code: 'FR' } },
      }),
    );
    const asn = file(
      'asn.mmdb',
      writeMmdb({
        '192.0.2.128/25': {
          autonomous_system_number: 64_500,
          autonomous_system_organization: 'Example Netz',
        },
      }),
    );
    const database = GeoDatabase.withFiles({ city: [city], asn: [asn] });
    const cologne = { code: 'DE', city: 'Cologne' };
    expect(find(database, '192.0.2.1')).toEqual({ ...cologne, asn: 0, asnName: '' });
    expect(find(database, '192.0.2.200')).toEqual({ ...cologne, asn: 64_500, asnName: 'Example Netz' });
    expect(find(database, '2001:db8::1')).toEqual({ code: 'FR', city: '', asn: 0, asnName: '' });
    expect(find(database, '193.0.6.139').code).toBe('NL');
  });

  it('is known from files in the flat schema as well', () => {
    const flat = file('flat.mmdb', writeMmdb({ '192.0.2.0/24': { country_code: 'SE', city: 'Umeå' } }));
    expect(find(new GeoDatabase([flat]), '192.0.2.9')).toMatchObject({ code: 'SE', city: 'Umeå' });
  });

  it('names a file that is no database', () => {
    const wrong = file('wrong.mmdb', Buffer.from('not a database'));
    expect(() => new GeoDatabase([wrong])).toThrow('wrong.mmdb');
  });
});

describe('the age of the files', () => {
  it('is told of the packaged ones and of the operator’s', () => {
    const city = file('aged.mmdb', writeMmdb({ '192.0.2.0/24': { city: 'Cologne' } }));
    const dates = geoFileDates({ city: [city], asn: [] });
    expect(dates.map((one) => one.file)).toEqual([
      'geo-whois-asn-country-ipv4.mmdb',
      'geo-whois-asn-country-ipv6.mmdb',
      'aged.mmdb',
    ]);
    for (const { builtAt } of dates) expect(builtAt.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
  });
});
