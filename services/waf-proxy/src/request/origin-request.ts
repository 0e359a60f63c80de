import { withoutFields } from '../http/header-lines.ts';

/** What the origin is asked in the place of the client's own words. */
export interface OriginRequest {
  authority: string;
  target: string;
  /** [name, value, …] */
  rawHeaders: readonly string[];
}

/** The client's own state: what it has already, which part it wants, how it wants it coded. */
const CLIENTS_OWN: ReadonlySet<string> = new Set([
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
  'accept-encoding',
]);

/** The client's fields so that the answer is whole, and of use to others. */
export const askForEverybody = (rawHeaders: readonly string[], acceptEncoding: string): string[] => [
  ...withoutFields(rawHeaders, CLIENTS_OWN),
  'Accept-Encoding',
  acceptEncoding,
];
