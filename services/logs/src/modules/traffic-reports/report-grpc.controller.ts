import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { logsV1 } from '@palisade/contracts';
import { DomainError, ServiceCalls, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { REPORT_PERIODS } from './report-period.rules.ts';
import { TrafficReportsService } from './traffic-reports.service.ts';

const requestSchema = z.object({
  ownerId: z.uuid(),
  period: z.enum(REPORT_PERIODS),
  from: z.iso.date(),
  siteId: z.union([z.literal(''), z.uuid()]),
});

/** Called by the mailer when a report's mail is sent. */
@Controller()
@ServiceCalls()
export class ReportGrpcController {
  constructor(private readonly reports: TrafficReportsService) {}

  @GrpcMethod('LogsService', 'GetReport')
  async getReport(request: logsV1.GetReportRequest) {
    const asked = requestSchema.safeParse(request);
    if (!asked.success) throw new DomainError('invalid', 'report_invalid', 'Unknown report.');
    const { ownerId, period, from, siteId } = asked.data;
    try {
      // Each of an owner's mails has a place of its own: several may be sent at the same time.
      const { name, pdf } = await this.reports.file(
        ownerId as UserId,
        { period, from, site: siteId === '' ? null : siteId },
        `mail:${ownerId}:${siteId}:${period}`,
      );
      return create(logsV1.GetReportResponseSchema, { fileName: name, pdf });
    } catch (error) {
      // The site was removed or has another owner: the mail is sent without a report, and does not wait for one.
      if (error instanceof DomainError && error.code === 'domain_not_found')
        return create(logsV1.GetReportResponseSchema);
      throw error;
    }
  }
}
