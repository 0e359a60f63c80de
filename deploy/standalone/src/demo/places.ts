import { writeMmdb } from '@palisade/local-servers';
import type { Random } from './random.ts';

/** A network of sample visitors. */
export interface Place {
  /** The first three bytes; each has 254 addresses. */
  network: string;
  country: string;
  city: string;
  asn: number;
  asnName: string;
  weight: number;
}

/** Country, city and how many of the visitors come from there. Networks' names are made up. */
const CITIES: readonly (readonly [country: string, city: string, weight: number])[] = [
  ['US', 'Chicago', 16],
  ['DE', 'Hamburg', 12],
  ['GB', 'Leeds', 10],
  ['FR', 'Lyon', 8],
  ['NL', 'Utrecht', 6],
  ['US', 'Portland', 6],
  ['CA', 'Montréal', 5],
  ['ES', 'Valencia', 5],
  ['IT', 'Turin', 5],
  ['PL', 'Gdańsk', 4],
  ['SE', 'Malmö', 3],
  ['JP', 'Osaka', 4],
  ['IN', 'Pune', 5],
  ['BR', 'Curitiba', 4],
  ['AU', 'Perth', 3],
  ['MX', 'Puebla', 2],
  ['ZA', 'Durban', 2],
  ['KR', 'Busan', 2],
  ['AT', 'Graz', 2],
  ['CH', 'Basel', 2],
];

/** Where attackers rent machines. */
const HOSTERS: readonly (readonly [country: string, city: string, weight: number])[] = [
  ['RO', 'Cluj-Napoca', 3],
  ['SG', 'Singapore', 3],
  ['US', 'Ashburn', 2],
  ['NL', 'Amsterdam', 2],
  ['VN', 'Da Nang', 2],
  ['UA', 'Odesa', 1],
];

/**
 * All from 198.18.0.0/15, which is reserved for measurements (RFC 2544) and nobody's, with numbers of networks that are
 * kept for documents (RFC 5398): no real person, and no real network, appears as an attacker.
 */
const placesOf = (cities: typeof CITIES, first: number, kind: string): Place[] =>
  cities.map(([country, city, weight], at) => ({
    network: `198.${first}.${at + 1}`,
    country,
    city,
    asn: 64_496 + (at % 16),
    asnName: `${city} ${kind} (sample)`,
    weight,
  }));

export const HOMES: readonly Place[] = placesOf(CITIES, 18, 'Broadband');
export const SERVERS: readonly Place[] = placesOf(HOSTERS, 19, 'Hosting');

export const addressIn = ({ network }: Place, random: Random): string =>
  `${network}.${random.between(1, 254)}`;

/** Where the sample visitors come from, as a database that the edge reads. */
export const placesDatabase = (): Buffer =>
  writeMmdb(
    Object.fromEntries(
      [...HOMES, ...SERVERS].map(({ network, country, city, asn, asnName }) => [
        `${network}.0/24`,
        {
          country_code: country,
          city,
          autonomous_system_number: asn,
          autonomous_system_organization: asnName,
        },
      ]),
    ),
  );
