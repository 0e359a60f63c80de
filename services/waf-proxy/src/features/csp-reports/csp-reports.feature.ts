import { valuesOf } from '../../http/header-lines.ts';
import { CSP_REPORT_PATH } from '../../request/csp-header.ts';
import type { CountersOf, Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { smallBodyOf } from '../../request/small-body.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import type { CspReportLimits } from './csp-report-limits.ts';
import { type CspReportForm, parseCspReports } from './parse-csp-report.ts';

const COUNTERS = {
  cspReports: 'Reports of Content-Security-Policy that were taken',
} as const;

export interface CspReportsServices {
  cspReportLimits: CspReportLimits;
  counters: CountersOf<typeof COUNTERS>;
}

/** A report quotes the policy, an address and forty characters of a script; where some come together, each of them does. */
const MAX_BYTES: Readonly<Record<CspReportForm, number>> = { 'csp-report': 16 * 1_024, reports: 64 * 1_024 };
/** Of one request, in the log. */
const MAX_TOLD = 8;

/** None of the parts has a blank. */
const BETWEEN = ' + ';

/** What the record of a report's own request says of each: the directive, what it refused, and on which page. */
export const CSP_REPORT = new RequestSlot<string>('report of a content security policy');

const FORMS: Readonly<Record<string, CspReportForm>> = {
  'application/csp-report': 'csp-report',
  'application/reports+json': 'reports',
};

function formOf(contentType: string): CspReportForm | undefined {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(FORMS, type) ? FORMS[type] : undefined;
}

/**
 * Takes what browsers report. It stands behind bans and floods and before what judges a request's content: what a page was kept
 * from loading may look like an attack, and was one if all went well.
 */
function takeReports(request: RequestContext<Site>, services: CspReportsServices): PhaseResult {
  const site = request.site!;
  if (!site.toggles.csp_reports || request.head.target !== CSP_REPORT_PATH) return null;
  if (request.method !== 'POST') return answer('no_such_page');
  const form = formOf(valuesOf(request.rawHeaders, 'content-type')[0] ?? '');
  if (form === undefined) return answer('not_a_report');
  if (!services.cspReportLimits.mayRead(site.siteId, request.client.key)) return answer('too_many');
  return judge(request, services, form);
}

async function judge(
  request: RequestContext<Site>,
  services: CspReportsServices,
  form: CspReportForm,
): Promise<Verdict> {
  const body = await smallBodyOf(request, MAX_BYTES[form]);
  if (body === null) return { ...answer('malformed'), drop: true };
  if (body === 'too_large') return answer('too_large');
  const reports = parseCspReports(body.toString('utf8'), form);
  if (reports.length === 0) return answer('malformed');
  // Browsers report to where the page came from.
  const own = reports.filter(({ documentHost }) => documentHost === request.head.host);
  if (own.length === 0) return answer('not_ours');
  const { cspReportLimits, counters } = services;
  const outcomes = own
    .slice(0, MAX_TOLD)
    .map((report) => cspReportLimits.takes(request.site!.siteId, request.client.key, report));
  const texts = outcomes.flatMap((outcome) => (outcome.taken ? [outcome.text] : []));
  if (texts.length === 0) return answer(outcomes.some(({ isFull }) => isFull) ? 'too_many' : 'known');
  CSP_REPORT.keep(request, texts.join(BETWEEN));
  counters.cspReports += texts.length;
  return answer('taken');
}

/** What ordinary browsers send is answered well, counted or not. */
const STATUS = {
  taken: 200,
  known: 204,
  not_ours: 204,
  too_many: 204,
  malformed: 400,
  no_such_page: 404,
  too_large: 413,
  not_a_report: 415,
} as const;

/**
 * Browsers do nothing with it; people who look at their traffic read it. Whatever becomes of a report, nobody was kept from anything:
 * a page with many faults makes no attackers of its visitors, and no stranger fills the owner's figures with threats.
 */
function answer(outcome: keyof typeof STATUS): Verdict {
  const status = STATUS[outcome];
  const verdict = { status, action: EdgeAction.ALLOW, reason: `csp_report:${outcome}` } as const;
  const body = Buffer.from(status === 204 ? '' : `${outcome}\n`);
  return { ...verdict, page: { contentType: 'text/plain', body } };
}

export const cspReports = {
  name: 'csp-reports',
  killSwitches: [],
  compile: () => ({}),
  counters: COUNTERS,
  phase: takeReports,
} as const satisfies Feature<object, CspReportsServices>;
