import { DAY_MS } from '@palisade/basics';
import type { PoolClient } from 'pg';
import { FIELD, latin1, type RecordView } from './record-view.ts';
import { WireReader } from './wire-reader.ts';

/** Field numbers of palisade.events.v1.VisitorReport. */
const REPORT_FIELD = { requestId: 1, text: 2, email: 3 } as const;
/** The edge's own limits; longer texts are truncated, in case an edge misbehaves. */
const MAX_TEXT = 1_000;
const MAX_EMAIL = 254;
const MAX_ADDRESS = 64;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Maximum unread reports per site: the oldest make room for new ones. */
const MAX_OPEN = 200;
/** Per address, site and day. */
const MAX_PER_CLIENT = 10;

/** A visitor's report of an earlier request, as its record carries it. */
export interface StoredReport {
  reportId: string;
  siteNo: number;
  requestId: string;
  clientAddress: string;
  text: string;
  email: string;
  reportedAt: string;
  expiresAt: string;
}

/** @returns null if the record has none, or an invalid one. @throws RangeError if its bytes cannot be parsed */
export function readVisitorReport(
  view: RecordView,
  siteNoOf: (siteId: string) => number,
  nowMs: number,
): StoredReport | null {
  if (view.isEmpty(FIELD.visitorReport) || view.isEmpty(FIELD.siteId)) return null;
  const texts = ['', '', '', ''];
  const reader = new WireReader(view.bytes, view.from[FIELD.visitorReport]!, view.to[FIELD.visitorReport]!);
  while (reader.next())
    if (reader.wireType === 2 && reader.field < texts.length)
      // PostgreSQL stores no NUL.
      texts[reader.field] = view.bytes.toString('utf8', reader.from, reader.to).replaceAll('\0', '');
  const requestId = texts[REPORT_FIELD.requestId]!.toLowerCase();
  const reportId = latin1(view.bytes, view.from[FIELD.requestId]!, view.to[FIELD.requestId]!);
  const text = texts[REPORT_FIELD.text]!.slice(0, MAX_TEXT);
  if (!UUID.test(requestId) || !UUID.test(reportId) || text === '') return null;
  const reportedAtMs = Math.min(view.value[FIELD.receivedAtMs]!, nowMs);
  const keptMs = view.value[FIELD.retentionDays]! * DAY_MS;
  return {
    reportId,
    siteNo: siteNoOf(view.latin1(FIELD.siteId)),
    requestId,
    clientAddress: view.latin1(FIELD.clientAddress).slice(0, MAX_ADDRESS),
    text,
    email: texts[REPORT_FIELD.email]!.slice(0, MAX_EMAIL),
    reportedAt: new Date(reportedAtMs).toISOString(),
    expiresAt: new Date(reportedAtMs + keptMs).toISOString(),
  };
}

/** Without repeats, and without those beyond the limit of one address. */
export async function writeVisitorReports(
  client: PoolClient,
  reports: readonly StoredReport[],
): Promise<void> {
  for (const report of reports)
    await client.query(
      `INSERT INTO visitor_reports
         (report_id, site_no, request_id, client_address, text, email, reported_at, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
       WHERE (SELECT count(*) FROM visitor_reports WHERE site_no = $2 AND client_address = $4
                AND reported_at > $7::timestamptz - interval '1 day') < ${MAX_PER_CLIENT}
       ON CONFLICT DO NOTHING`,
      [
        report.reportId,
        report.siteNo,
        report.requestId,
        report.clientAddress,
        report.text,
        report.email,
        report.reportedAt,
        report.expiresAt,
      ],
    );
  if (reports.length === 0) return;
  await client.query(
    `DELETE FROM visitor_reports WHERE report_id IN (
       SELECT report_id FROM (
         SELECT report_id, row_number() OVER (PARTITION BY site_no ORDER BY reported_at DESC, report_id DESC) AS place
         FROM visitor_reports WHERE site_no = ANY($1) AND state = 'open') placed
       WHERE place > ${MAX_OPEN})`,
    [[...new Set(reports.map(({ siteNo }) => siteNo))]],
  );
}
