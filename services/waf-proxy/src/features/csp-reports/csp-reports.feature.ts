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
  cspReports: 'Content Security Policy reports that were taken',
} as const;

export interface CspReportsServices {
  cspReportLimits: CspReportLimits;
  counters: CountersOf<typeof COUNTERS>;
}

/**
 * Maximum body size in bytes: a report quotes the policy, an address and forty characters of a script, and batches
 * contain several.
 */
const MAX_BYTES: Readonly<Record<CspReportForm, number>> = { 'csp-report': 16 * 1_024, reports: 64 * 1_024 };
/** Maximum reports of one request in the log. */
const MAX_LOGGED = 8;

/** Occurs in none of the parts. */
const BETWEEN = ' + ';

/** Log record of a report: the directive, what was blocked, and the page. */
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
 * Accepts browsers' CSP reports. Comes after bans and flood protection and before inspection of the content: what a
 * page was kept from loading may look like an attack, and often was one.
 */
function takeReports(request: RequestContext<Site>, services: CspReportsServices): PhaseResult {
  const site = request.site!;
  if (!site.toggles.csp_reports || request.head.target !== CSP_REPORT_PATH) return null;
  if (request.method !== 'POST') return answer('no_such_page');
  const form = formOf(valuesOf(request.rawHeaders, 'content-type')[0] ?? '');
  if (form === undefined) return answer('not_a_report');
  if (!services.cspReportLimits.mayRead(site.siteId, request.client)) return answer('too_many');
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
  // Browsers send reports to the page's own host.
  const own = reports.filter(({ documentHost }) => documentHost === request.head.host);
  if (own.length === 0) return answer('not_ours');
  const { cspReportLimits, counters } = services;
  const outcomes = own
    .slice(0, MAX_LOGGED)
    .map((report) => cspReportLimits.takes(request.site!.siteId, request.client, report));
  const texts = outcomes.flatMap((outcome) => (outcome.taken ? [outcome.text] : []));
  if (texts.length === 0) return answer(outcomes.some(({ isFull }) => isFull) ? 'too_many' : 'known');
  CSP_REPORT.keep(request, texts.join(BETWEEN));
  counters.cspReports += texts.length;
  return answer('taken');
}

/** Valid reports get a success status, counted or not. */
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
 * The response is for people who watch their traffic; browsers ignore it. The action is never a block: a page with many
 * violations must not make attackers of its visitors, nor may strangers fill the owner's statistics with threats.
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
