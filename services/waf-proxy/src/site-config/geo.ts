import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { type CountryResponse, Reader } from 'maxmind';
import type { ClientAddress } from '../proxy/client-address.ts';

/** Where an address is registered. Empty or 0 where unknown. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  city: string;
  asn: number;
  asnName: string;
}

export interface GeoLookup {
  find(address: ClientAddress): Country;
}

export const UNKNOWN_COUNTRY: Country = Object.freeze({ code: '', city: '', asn: 0, asnName: '' });

interface FlatRecord {
  country_code?: string;
  city?: string;
  autonomous_system_number?: number;
  autonomous_system_organization?: string;
}

const REMEMBERED_ADDRESSES = 10_000;

/** The database of `@ip-location-db` (flat schema, one file per family), kept in memory, with recent answers. */
export class GeoDatabase implements GeoLookup {
  readonly #v4: Reader<CountryResponse>;
  readonly #v6: Reader<CountryResponse>;
  readonly #recent = new LRUCache<string, Country>({ max: REMEMBERED_ADDRESSES });

  constructor(v4File: string, v6File: string) {
    this.#v4 = new Reader<CountryResponse>(readFileSync(v4File));
    this.#v6 = new Reader<CountryResponse>(readFileSync(v6File));
  }

  static fromPackage(): GeoDatabase {
    const name = '@ip-location-db/geo-whois-asn-country-mmdb';
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return new GeoDatabase(
      path.join(folder, 'geo-whois-asn-country-ipv4.mmdb'),
      path.join(folder, 'geo-whois-asn-country-ipv6.mmdb'),
    );
  }

  find(address: ClientAddress): Country {
    const known = this.#recent.get(address.text);
    if (known !== undefined) return known;
    // The file's own schema, not MaxMind's; the reader returns whatever the record holds.
    const record = (address.family === 4 ? this.#v4 : this.#v6).get(address.text) as FlatRecord | null;
    const country: Country =
      record === null
        ? UNKNOWN_COUNTRY
        : {
            code: record.country_code ?? '',
            city: record.city ?? '',
            asn: record.autonomous_system_number ?? 0,
            asnName: record.autonomous_system_organization ?? '',
          };
    this.#recent.set(address.text, country);
    return country;
  }
}
