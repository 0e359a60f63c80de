import type { FacetCount } from '../../records/roll-ups.rules.ts';

/** The columns of facet_hours; `hour` in seconds of 1970. */
export type FacetLine = [
  siteNo: number,
  kind: number,
  hour: number,
  value: string,
  requests: number,
  blocked: number,
  responseBytes: number,
];

/** A line of a block, as JSON. */
export function facetLine({
  siteNo,
  kind,
  hourMs,
  value,
  requests,
  blocked,
  responseBytes,
}: FacetCount): string {
  return `${JSON.stringify([siteNo, kind, hourMs / 1000, value, requests, blocked, responseBytes] satisfies FacetLine)}\n`;
}

export const readFacetLines = (block: Buffer): FacetLine[] =>
  block
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FacetLine);
