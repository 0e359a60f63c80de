import { decodeUtf8 } from '@palisade/regex';

/** A request as people read it; `palisade test` and the simulator take it so. */
export interface ExampleRequest {
  method: string;
  scheme: string;
  http_version: string;
  host: string;
  /** Path and query, with escapes. */
  target: string;
  headers: { name: string; value: string }[];
  address: string;
  /** As two letters; empty where it is not known. */
  country: string;
  /** Of the network operator; empty where unknown. */
  asn: string;
  /** Empty where it does not matter. */
  tls_version: string;
}

export interface ExampleParts extends Omit<ExampleRequest, 'target' | 'headers'> {
  /** Byte strings from here on. */
  path: string;
  query: string | null;
  parameters: readonly (readonly [name: string, value: string])[];
  cookies: readonly (readonly [name: string, value: string])[];
  headers: { name: string; value: string }[];
}

export function exampleOf({
  path,
  query,
  parameters,
  cookies,
  headers,
  ...rest
}: ExampleParts): ExampleRequest {
  const pairs = parameters.map(([name, value]) => `${escaped(name, IN_QUERY)}=${escaped(value, IN_QUERY)}`);
  const asked = query ?? pairs.join('&');
  const jar = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    ...rest,
    target: escaped(path, IN_PATH) + (asked === '' ? '' : `?${asked}`),
    headers: [...headers, ...(jar === '' ? [] : [{ name: 'cookie', value: jar }])].map(({ name, value }) => ({
      name,
      value: decodeUtf8(value),
    })),
  };
}

const IN_PATH = /[A-Za-z0-9/:@!$&'()*+,=._~-]/;
const IN_QUERY = /[A-Za-z0-9/:@!$'()*,._~-]/;

/** RFC 3986: every other byte as its escape. */
function escaped(bytes: string, plain: RegExp): string {
  return Array.from(bytes, (byte) =>
    plain.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}
