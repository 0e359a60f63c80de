import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import type { ClientAddress } from './client-address.ts';

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

/** Files that the operator gives; each may be of one address family or of both. */
export interface GeoFiles {
  city: readonly string[];
  asn: readonly string[];
}

/** The fields read from a record: in MaxMind's own schema, or in the flat one of `@ip-location-db`. */
interface GeoRecord {
  country?: { iso_code?: string };
  country_code?: string;
  city?: string | { names?: Record<string, string> };
  autonomous_system_number?: number;
  autonomous_system_organization?: string;
}

const REMEMBERED_ADDRESSES = 10_000;

/** Databases in MaxMind's format, kept in memory, with recent answers. What a later file knows goes before an earlier one. */
export class GeoDatabase implements GeoLookup {
  private readonly readers: Reader<Response>[];
  private readonly recent = new LRUCache<string, Country>({ max: REMEMBERED_ADDRESSES });

  constructor(files: readonly string[]) {
    this.readers = files.map((file) => openDatabase(file));
  }

  /** Countries from the package, and further data from the operator's own files. */
  static withFiles(files: GeoFiles): GeoDatabase {
    return new GeoDatabase([...packagedFiles(), ...files.city, ...files.asn]);
  }

  static fromPackage(): GeoDatabase {
    return new GeoDatabase(packagedFiles());
  }

  find(address: ClientAddress): Country {
    const known = this.recent.get(address.text);
    if (known !== undefined) return known;
    const country = this.lookUp(address);
    this.recent.set(address.text, country);
    return country;
  }

  private lookUp(address: ClientAddress): Country {
    const found = { ...UNKNOWN_COUNTRY };
    for (const reader of this.readers) {
      if (reader.metadata.ipVersion === 4 && address.family === 6) continue;
      const record = reader.get(address.text) as GeoRecord | null;
      if (record === null) continue;
      found.code = record.country?.iso_code ?? record.country_code ?? found.code;
      found.city = cityOf(record) ?? found.city;
      found.asn = record.autonomous_system_number ?? found.asn;
      found.asnName = record.autonomous_system_organization ?? found.asnName;
    }
    return found.code === '' && found.asn === 0 && found.city === '' ? UNKNOWN_COUNTRY : found;
  }
}

/** When each file in use was built, for `palisade doctor`. */
export function geoFileDates(files: GeoFiles): { file: string; builtAt: Date }[] {
  return [...packagedFiles(), ...files.city, ...files.asn].map((file) => ({
    file: path.basename(file),
    builtAt: openDatabase(file).metadata.buildEpoch,
  }));
}

function openDatabase(file: string): Reader<Response> {
  try {
    return new Reader<Response>(readFileSync(file));
  } catch (cause) {
    throw new Error(`${file} is not a database in MaxMind's format`, { cause });
  }
}

function packagedFiles(): string[] {
  const name = '@ip-location-db/geo-whois-asn-country-mmdb';
  const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  return ['4', '6'].map((family) => path.join(folder, `geo-whois-asn-country-ipv${family}.mmdb`));
}

/** The English name, as the log has it; any other if there is none. */
function cityOf({ city }: GeoRecord): string | undefined {
  if (typeof city === 'string') return city === '' ? undefined : city;
  return city?.names?.en ?? Object.values(city?.names ?? {})[0];
}
