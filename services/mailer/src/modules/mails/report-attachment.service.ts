import { Inject, Injectable } from '@nestjs/common';
import { LOGS, type LogsClient } from '../../connections/connections.module.ts';
import type { OutgoingMail } from '../delivery/smtp-transport.service.ts';

/** The report attached to a mail, as given in its variables. */
export interface ReportName {
  ownerId: string;
  period: string;
  from: string;
  /** Empty: of all sites. */
  siteId: string;
}

/** The PDF of a report, rendered when its mail is sent, as the invoice's is, so that events stay small. */
@Injectable()
export class ReportAttachmentService {
  constructor(@Inject(LOGS) private readonly logs: LogsClient) {}

  /**
   * @returns none where the site no longer exists. @throws DomainError while logs is unavailable; the mail then waits
   */
  async of(report: ReportName): Promise<NonNullable<OutgoingMail['attachments']>> {
    const { fileName, pdf } = await this.logs.getReport(report);
    if (pdf.length === 0) return [];
    return [{ filename: fileName, content: Buffer.from(pdf), contentType: 'application/pdf' }];
  }
}

/** Null: the mail has no report. */
export function reportOf(variables: Readonly<Record<string, string>>): ReportName | null {
  const {
    report_owner: ownerId,
    report_period: period,
    report_from: from,
    report_site: siteId = '',
  } = variables;
  return ownerId && period && from ? { ownerId, period, from, siteId } : null;
}
