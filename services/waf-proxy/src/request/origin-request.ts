import { withoutFields } from '../http/header-lines.ts';

/** A request to the origin in place of the client's own. */
export interface OriginRequest {
  authority: string;
  target: string;
  /** [name, value, …] */
  rawHeaders: readonly string[];
}

/** Headers about the client's own state: what it has, which range it wants, which coding it accepts. */
const CLIENTS_OWN: ReadonlySet<string> = new Set([
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
  'accept-encoding',
]);

/** The client's headers, changed so that the answer is complete and usable for other clients. */
export const askForEverybody = (rawHeaders: readonly string[], acceptEncoding: string): string[] => [
  ...withoutFields(rawHeaders, CLIENTS_OWN),
  'Accept-Encoding',
  acceptEncoding,
];
