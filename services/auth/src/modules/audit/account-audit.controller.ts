import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AUDIT_ACTIONS } from '@palisade/contracts';
import { Authenticated, CurrentUser, type UserCaller, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { SESSION_ONLY } from '../../http/scopes.ts';
import { type AccountAuditRow, AccountAuditService } from './account-audit.service.ts';

const accountAuditQuerySchema = z.object({
  before: z.uuid().optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

const BY = ['owner', 'administrator', 'operator'] as const;

/** Who an administrator is, and where anybody was, stays in the log of administrators and in the security activity. */
const accountAuditSchema = z
  .object({
    entries: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        by: z.enum(BY).describe('`operator`: a command or a job of the installation.'),
        action: z.union([z.enum(AUDIT_ACTIONS), z.string()]),
        target_type: z.string(),
        target_id: z.string(),
        details: z.record(z.string(), z.string()),
      }),
    ),
    next: z.uuid().nullable().describe('Pass it as `before` for older entries; null at the end.'),
  })
  .meta({ id: 'AccountAudit' });

@ApiTags('settings')
@Controller('settings/audit')
export class AccountAuditController {
  constructor(private readonly audit: AccountAuditService) {}

  /** What was changed in the caller's account and on their domains, by them and by administrators. */
  @Get()
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: accountAuditSchema })
  async listAccountAudit(
    @CurrentUser() caller: UserCaller,
    @Query({ schema: accountAuditQuerySchema }) query: z.infer<typeof accountAuditQuerySchema>,
  ): Promise<z.infer<typeof accountAuditSchema>> {
    // One more than the page, to know whether there is a next one.
    const rows = await this.audit.list(caller.userId, {
      before: query.before ?? null,
      limit: query.limit + 1,
    });
    const entries = rows.slice(0, query.limit).map((row) => toView(row, caller.userId));
    return { entries, next: rows.length > query.limit ? (entries.at(-1)?.id ?? null) : null };
  }
}

const toView = ({ actor_id: actor, ...row }: AccountAuditRow, owner: UserId) => ({
  ...row,
  at: row.at.toISOString(),
  by:
    actor === owner
      ? ('owner' as const)
      : z.uuid().safeParse(actor).success
        ? ('administrator' as const)
        : ('operator' as const),
});
