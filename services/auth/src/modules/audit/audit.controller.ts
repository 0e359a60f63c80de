import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AUDIT_ACTIONS } from '@palisade/contracts';
import { AdminOnly } from '@palisade/nest-kit';
import { z } from 'zod';
import { AuditLogService } from './audit-log.service.ts';
import { AuditedDomainsService } from './audited-domains.service.ts';

const auditQuerySchema = z.object({
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Part of an action, an actor or target (email address or id), an IP address or a request id.'),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional().describe('End of the period, exclusive.'),
  action: z.string().max(100).optional(),
  actor_id: z.uuid().optional(),
  target_id: z.string().max(100).optional(),
  before: z.uuid().optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const auditPageSchema = z
  .object({
    entries: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        actor_id: z.string(),
        actor_email: z.string().nullable(),
        /** Later versions may record other actions; they are listed too. */
        action: z.union([z.enum(AUDIT_ACTIONS).meta({ id: 'AuditAction' }), z.string()]),
        target_type: z.string(),
        target_id: z.string(),
        target_email: z.string().nullable(),
        target_name: z
          .string()
          .nullable()
          .describe('Name of the domain, if the entry is about one that exists.'),
        details: z.record(z.string(), z.string()),
        ip_address: z.string(),
        request_id: z.string(),
      }),
    ),
    next: z.uuid().nullable().describe('Pass it as `before` for older entries; null at the end.'),
  })
  .meta({ id: 'AuditPage' });

@ApiTags('admin-audit')
@Controller('admin/audit')
export class AuditController {
  constructor(
    private readonly log: AuditLogService,
    private readonly domains: AuditedDomainsService,
  ) {}

  @Get()
  @AdminOnly()
  @ApiOkResponse({ standardSchema: auditPageSchema })
  async listAuditEntries(
    @Query({ schema: auditQuerySchema }) query: z.infer<typeof auditQuerySchema>,
  ): Promise<z.infer<typeof auditPageSchema>> {
    const entries = await this.log.list({
      search: query.search,
      from: query.from,
      to: query.to,
      action: query.action,
      actorId: query.actor_id,
      targetId: query.target_id,
      before: query.before,
      limit: query.limit,
    });
    const names = await this.domains.namesIn(entries);
    return {
      entries: entries.map((entry) => ({
        id: entry.id,
        at: entry.at.toISOString(),
        actor_id: entry.actorId,
        actor_email: entry.actorEmail,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId,
        target_email: entry.targetEmail,
        target_name: names.get(entry.targetId) ?? null,
        details: entry.details,
        ip_address: entry.clientAddress,
        request_id: entry.requestId,
      })),
      next: entries.length === query.limit ? (entries.at(-1)?.id ?? null) : null,
    };
  }
}
