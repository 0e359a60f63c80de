import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditLogger } from '@palisade/messaging/nest';
import { AdminOnly, CurrentUser, DomainError, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { rows } from '../../database/sql.ts';
import { emailAddress, messageSchema } from '../../http/http-fields.ts';
import { addressDigest } from './suppressions.service.ts';

const causes = ['unsubscribed', 'bounced', 'complained'] as const;
const kinds = ['hard', 'soft', 'complaint'] as const;
const MAX_ROWS = 200;

const suppressionSchema = z
  .object({
    email: z.string(),
    cause: z.enum(causes),
    /** What the reader gave as a reason when unsubscribing; empty if none. */
    reason: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Suppression' });
const bounceSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    kind: z.enum(kinds),
    /** What the other server said. */
    diagnostic: z.string(),
    campaign_id: z.int().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Bounce' });

const searchSchema = z.object({
  /** Part of the address. */
  search: z.string().max(254).default(''),
});
type Search = z.infer<typeof searchSchema>;
const liftSchema = z.object({ email: emailAddress() }).meta({ id: 'SuppressionLift' });
type Lift = z.infer<typeof liftSchema>;

/** Which addresses get nothing but mail about their account, and what came back. Newest first, at most 200. */
@ApiTags('admin-subscribers')
@Controller('admin/subscribers')
@AdminOnly()
export class SuppressionsController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly auditLogger: AuditLogger,
  ) {}

  @Get('suppressions')
  @ApiQuery({ name: 'search', type: String, required: false })
  @ApiOkResponse({ standardSchema: z.array(suppressionSchema) })
  async listSuppressions(@Query({ schema: searchSchema }) { search }: Search) {
    const found = await rows<{ email: string; cause: string; reason: string | null; created_at: Date }>(
      this.dataSource,
      `SELECT s.email, s.cause, s.created_at,
         (SELECT u.reason FROM unsubscriptions u WHERE u.email = s.email ORDER BY u.created_at DESC LIMIT 1) AS reason
       FROM suppressions s WHERE $1 = '' OR strpos(s.email, lower($1)) > 0
       ORDER BY s.created_at DESC LIMIT ${MAX_ROWS}`,
      [search],
    );
    return found.map((row) => ({
      ...row,
      reason: row.cause === 'unsubscribed' ? (row.reason ?? '') : '',
      created_at: row.created_at.toISOString(),
    }));
  }

  @Get('bounces')
  @ApiQuery({ name: 'search', type: String, required: false })
  @ApiOkResponse({ standardSchema: z.array(bounceSchema) })
  async listBounces(@Query({ schema: searchSchema }) { search }: Search) {
    const found = await rows<{
      id: string;
      email: string;
      kind: string;
      diagnostic: string;
      campaign_id: number | null;
      created_at: Date;
    }>(
      this.dataSource,
      `SELECT id, email, kind, diagnostic, campaign_id, created_at FROM bounces
       WHERE $1 = '' OR strpos(lower(email), lower($1)) > 0 ORDER BY id DESC LIMIT ${MAX_ROWS}`,
      [search],
    );
    return found.map((row) => ({ ...row, id: Number(row.id), created_at: row.created_at.toISOString() }));
  }

  /** For a mailbox that exists again. Whoever unsubscribed or complained comes back by their own act only. */
  @Post('suppressions/lift')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async liftSuppression(@CurrentUser() admin: UserCaller, @Body({ schema: liftSchema }) { email }: Lift) {
    await this.dataSource.transaction(async (manager) => {
      const lifted = await rows(
        manager,
        `DELETE FROM suppressions WHERE email = lower($1) AND cause = 'bounced' RETURNING 1`,
        [email],
      );
      if (lifted.length === 0) {
        throw new DomainError(
          'conflict',
          'suppression_stays',
          'Only an address that bounced can be let in again. Whoever unsubscribed or complained must ask for it.',
        );
      }
      await this.auditLogger.record(manager, admin, 'suppression.lifted', addressDigest(email), {});
    });
    return { message: `${email} can get mail again` };
  }
}
