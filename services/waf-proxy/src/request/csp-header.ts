import type { HeaderList } from './reply.ts';

/** Where browsers send CSP reports; an ordinary path on sites that collect none. */
export const CSP_REPORT_PATH = '/.palisade/csp-report';
/** Its name in the Reporting API. */
const ENDPOINT = 'palisade-csp';

const POLICIES: ReadonlySet<string> = new Set([
  'content-security-policy',
  'content-security-policy-report-only',
]);

/**
 * Adds our reporting endpoint to each policy that has none of its own: `report-to` for browsers with the Reporting API,
 * `report-uri` for the others. Changes the list in place.
 */
export function askForCspReports(headers: HeaderList): void {
  let asks = false;
  for (let index = 0; index < headers.length; index += 2) {
    if (!POLICIES.has(headers[index]!.toLowerCase())) continue;
    const before = headers[index + 1]!;
    headers[index + 1] = withReports(before);
    asks ||= headers[index + 1] !== before;
  }
  // Repeated fields are one list (RFC 8941, 4.2), so the server's own endpoints stay.
  if (asks) headers.push('Reporting-Endpoints', `${ENDPOINT}="${CSP_REPORT_PATH}"`);
}

/** A field may hold several policies (RFC 9110, 5.3), each of which needs its own directive. */
const withReports = (field: string): string => field.split(',').map(reporting).join(',');

function reporting(policy: string): string {
  const names = policy.split(';').map((directive) => directive.trim().split(/[ \t]/, 1)[0]!.toLowerCase());
  const saysNothing = names.every((name) => name === '');
  if (saysNothing || names.includes('report-uri') || names.includes('report-to')) return policy;
  return `${policy.trimEnd().replace(/;$/, '')}; report-uri ${CSP_REPORT_PATH}; report-to ${ENDPOINT}`;
}
