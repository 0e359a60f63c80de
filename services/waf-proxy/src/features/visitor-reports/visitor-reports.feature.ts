import { messagePage } from '../../request/error-page.ts';
import type { CountersOf, Feature } from '../../request/feature.ts';
import type { FloodDefence } from '../../request/flood-defence.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import { type ReportFault, readReport } from './read-report.ts';
import { REPORT_LIMITS, REPORT_PAGE_HEADERS, REPORT_PATH, reportForm } from './report-form.ts';
import type { ReportTickets } from './report-tickets.ts';
import type { VisitorReportLimits } from './visitor-report-limits.ts';

const COUNTERS = {
  visitorReports: 'Reports of refused visitors that were taken',
} as const;

export interface VisitorReportsServices {
  ddos: FloodDefence;
  reportTickets: ReportTickets;
  visitorReportLimits: VisitorReportLimits;
  counters: CountersOf<typeof COUNTERS>;
}

/** A visitor's report about a refused request. */
export interface VisitorReport {
  requestId: string;
  text: string;
  email: string;
}

/** Carried to the owner by the log record of the report's own request. */
export const VISITOR_REPORT = new RequestSlot<VisitorReport>('report of a visitor');

/** Decisions about a single request, which may be wrong; not floods, bans, and lists of addresses and countries. */
const REPORTABLE: ReadonlySet<EdgeAction> = new Set([
  EdgeAction.BLOCK,
  EdgeAction.BOT,
  EdgeAction.CUSTOM_RULE,
]);

const takesReports = (site: Site, { ddos }: VisitorReportsServices): boolean =>
  site.toggles.visitor_reports && !ddos.isDefended(site);

/** Adds the report form to the page of a refusal, where reports are possible. */
export function withReportForm(
  request: RequestContext<Site>,
  services: VisitorReportsServices,
  verdict: Verdict,
): Verdict {
  const { site } = request;
  if (site === null || !REPORTABLE.has(verdict.action) || verdict.page !== undefined || verdict.drop)
    return verdict;
  if (verdict.status < 400 || verdict.status >= 500 || verdict.forPrograms || !takesReports(site, services))
    return verdict;
  const ticket = services.reportTickets.issue({
    siteId: site.siteId,
    client: request.client.key,
    requestId: request.requestId,
  });
  return { ...verdict, form: { html: reportForm(ticket), headers: REPORT_PAGE_HEADERS } };
}

/**
 * Accepts reports. Comes after bans and flood protection and before inspection: a report about an attack may look like
 * one.
 */
function takeReport(request: RequestContext<Site>, services: VisitorReportsServices): PhaseResult {
  const site = request.site!;
  if (!site.toggles.visitor_reports || request.head.target !== REPORT_PATH) return null;
  if (request.method !== 'POST') return refusal(request, 'no_such_page');
  if (!takesReports(site, services)) return refusal(request, 'too_many');
  return judge(request, services);
}

async function judge(request: RequestContext<Site>, services: VisitorReportsServices): Promise<Verdict> {
  const { siteId } = request.site!;
  const client = request.client.key;
  const report = await readReport(request);
  if (report === null) return { ...refusal(request, 'no_text'), drop: true };
  if (typeof report === 'string') return refusal(request, report);
  const requestId = services.reportTickets.read(report.ticket, { siteId, client }, request.receivedAtMs);
  if (requestId === null) return refusal(request, 'not_ours');
  if (!(await services.visitorReportLimits.takes(siteId, client, requestId)))
    return refusal(request, 'too_many');
  VISITOR_REPORT.keep(request, { requestId, text: report.text, email: report.email });
  services.counters.visitorReports++;
  return {
    status: 200,
    action: EdgeAction.ALLOW,
    reason: 'report:taken',
    headers: REPORT_PAGE_HEADERS,
    page: messagePage({
      status: 200,
      title: 'Thank you',
      text: 'The owner of this site will see what you wrote, beside the request that was blocked.',
      requestId,
    }),
  };
}

type Refusal = ReportFault | 'no_such_page' | 'not_ours' | 'too_many';

const REFUSALS: Readonly<Record<Refusal, { status: number; title: string; text: string }>> = {
  no_such_page: {
    status: 404,
    title: 'There is nothing here',
    text: 'Reports are sent from the page of a blocked request.',
  },
  not_a_form: {
    status: 415,
    title: 'The report was not understood',
    text: 'It does not come from the form of a blocked request.',
  },
  too_large: {
    status: 413,
    title: 'The report is too long',
    text: `Please go back and say it in ${REPORT_LIMITS.text} characters.`,
  },
  text_too_long: {
    status: 422,
    title: 'The report is too long',
    text: `Please go back and say it in ${REPORT_LIMITS.text} characters.`,
  },
  no_text: {
    status: 422,
    title: 'The report is empty',
    text: 'Please go back and say what you wanted to do.',
  },
  bad_email: {
    status: 422,
    title: 'The mail address is not complete',
    text: 'Please go back and correct it, or leave it out.',
  },
  not_ours: {
    status: 403,
    title: 'The report was not taken',
    text: 'Its page is too old, or was shown at another address. Please load the blocked page again.',
  },
  too_many: {
    status: 429,
    title: 'The report was not taken',
    text: 'This request has been reported, or too many have been of late. Please try again in an hour.',
  },
};

function refusal(request: RequestContext, why: Refusal): Verdict {
  const { status, title, text } = REFUSALS[why];
  return {
    status,
    action: EdgeAction.REJECT,
    reason: `report:${why}`,
    headers: status === 429 ? [...REPORT_PAGE_HEADERS, 'Retry-After', '3600'] : REPORT_PAGE_HEADERS,
    page: messagePage({ status, title, text, requestId: request.requestId }),
  };
}

export const visitorReports = {
  name: 'visitor-reports',
  killSwitches: [],
  compile: () => ({}),
  counters: COUNTERS,
  phase: takeReport,
} as const satisfies Feature<object, VisitorReportsServices>;
