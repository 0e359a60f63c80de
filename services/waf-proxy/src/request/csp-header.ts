import type { HeaderList } from './reply.ts';

/** Where browsers report to; on sites that collect nothing it is an address like any other. */
export const CSP_REPORT_PATH = '/.palisade/csp-report';
/** What the Reporting API knows it by. */
const ENDPOINT = 'palisade-csp';

const POLICIES: ReadonlySet<string> = new Set([
  'content-security-policy',
  'content-security-policy-report-only',
]);

/**
 * Asks browsers to report to us, in each policy that does not send its reports elsewhere: by `report-to` those that know the Reporting
 * API, by `report-uri` all others. Changes the list itself.
 */
export function askForCspReports(headers: HeaderList): void {
  let asks = false;
  for (let index = 0; index < headers.length; index += 2) {
    if (!POLICIES.has(headers[index]!.toLowerCase())) continue;
    const before = headers[index + 1]!;
    headers[index + 1] = withReports(before);
    asks ||= headers[index + 1] !== before;
  }
  // A field that stands there more than once is one list (RFC 8941, 4.2): what the server names stays beside it.
  if (asks) headers.push('Reporting-Endpoints', `${ENDPOINT}="${CSP_REPORT_PATH}"`);
}

/** A field may hold several policies (RFC 9110, 5.3), each of which reports by itself. */
const withReports = (field: string): string => field.split(',').map(reporting).join(',');

function reporting(policy: string): string {
  const names = policy.split(';').map((directive) => directive.trim().split(/[ \t]/, 1)[0]!.toLowerCase());
  const saysNothing = names.every((name) => name === '');
  if (saysNothing || names.includes('report-uri') || names.includes('report-to')) return policy;
  return `${policy.trimEnd().replace(/;$/, '')}; report-uri ${CSP_REPORT_PATH}; report-to ${ENDPOINT}`;
}
