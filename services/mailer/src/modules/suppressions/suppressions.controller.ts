import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditLogger } from '@palisade/messaging/nest';
import { AdminOnly, CurrentUser, DomainError, queryRows, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { emailAddress, messageSchema, pageSize, rowId } from '../../http/http-fields.ts';
import { listPosition, momentOf, positionOf } from '../../http/list-position.ts';
import { addressDigest } from './suppressions.service.ts';

const causes = ['unsubscribed', 'bounced', 'complained'] as const;
const kinds = ['hard', 'soft', 'complaint'] as const;

const suppressionSchema = z
  .object({
    email: z.string(),
    cause: z.enum(causes),
    /** The reader's reason for unsubscribing; empty if none. */
    reason: z.string(),
    created_at: z.iso.datetime(),
    position: z.string().describe('Pass it as `before` for those that came before this one.'),
  })
  .meta({ id: 'Suppression' });
const bounceSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    kind: z.enum(kinds),
    /** The other server's text. */
    diagnostic: z.string(),
    campaign_id: z.int().nullable(),
    campaign_name: z.string().nullable().describe('Null: no campaign, or one that was deleted.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Bounce' });

/** Part of the address. */
const search = z.string().max(254).default('');
const suppressionQuerySchema = z.object({
  search,
  before: listPosition.optional().describe('The `position` of the last one of the page before.'),
  limit: pageSize,
});
type SuppressionQuery = z.infer<typeof suppressionQuerySchema>;
const bounceQuerySchema = z.object({
  search,
  before: rowId.optional().describe('Only what came back before: the id of the last one of the page before.'),
  limit: pageSize,
});
type BounceQuery = z.infer<typeof bounceQuerySchema>;
const liftSchema = z.object({ email: emailAddress() }).meta({ id: 'SuppressionLift' });
type Lift = z.infer<typeof liftSchema>;

/** Addresses that receive account mail only, and their bounces. Newest first, a page at a time. */
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
  @ApiQuery({ name: 'before', type: String, required: false })
  @ApiQuery({ name: 'limit', type: Number, required: false })
  @ApiOkResponse({ standardSchema: z.array(suppressionSchema) })
  async listSuppressions(@Query({ schema: suppressionQuerySchema }) query: SuppressionQuery) {
    const found = await queryRows<{
      email: string;
      cause: string;
      reason: string | null;
      created_at: Date;
      position: string;
    }>(
      this.dataSource,
      `SELECT s.email, s.cause, s.created_at, ${positionOf('s.created_at', 's.email')} AS position,
         (SELECT u.reason FROM unsubscriptions u WHERE u.email = s.email ORDER BY u.created_at DESC LIMIT 1) AS reason
       FROM suppressions s WHERE ($1 = '' OR strpos(s.email, lower($1)) > 0)
         AND ($2::bigint IS NULL OR (s.created_at, s.email) < (${momentOf('$2')}, $3))
       ORDER BY s.created_at DESC, s.email DESC LIMIT $4`,
      [query.search, query.before?.micros ?? null, query.before?.key ?? '', query.limit],
    );
    return found.map((row) => ({
      ...row,
      reason: row.cause === 'unsubscribed' ? (row.reason ?? '') : '',
      created_at: row.created_at.toISOString(),
    }));
  }

  @Get('bounces')
  @ApiQuery({ name: 'search', type: String, required: false })
  @ApiQuery({ name: 'before', type: Number, required: false })
  @ApiQuery({ name: 'limit', type: Number, required: false })
  @ApiOkResponse({ standardSchema: z.array(bounceSchema) })
  async listBounces(@Query({ schema: bounceQuerySchema }) query: BounceQuery) {
    const found = await queryRows<{
      id: string;
      email: string;
      kind: string;
      diagnostic: string;
      campaign_id: number | null;
      campaign_name: string | null;
      created_at: Date;
    }>(
      this.dataSource,
      // A look for each row that is shown: joined, all campaigns would be read.
      `SELECT b.id, b.email, b.kind, b.diagnostic, b.campaign_id, b.created_at,
         (SELECT name FROM campaigns WHERE id = b.campaign_id) AS campaign_name
       FROM bounces b
       WHERE ($1 = '' OR strpos(lower(b.email), lower($1)) > 0) AND ($2::bigint IS NULL OR b.id < $2)
       ORDER BY b.id DESC LIMIT $3`,
      [query.search, query.before ?? null, query.limit],
    );
    return found.map((row) => ({ ...row, id: Number(row.id), created_at: row.created_at.toISOString() }));
  }

  /** For a mailbox that exists again. People who unsubscribed or complained can only resubscribe themselves. */
  @Post('suppressions/lift')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async liftSuppression(@CurrentUser() admin: UserCaller, @Body({ schema: liftSchema }) { email }: Lift) {
    await this.dataSource.transaction(async (manager) => {
      const lifted = await queryRows(
        manager,
        `DELETE FROM suppressions WHERE email = lower($1) AND cause = 'bounced' RETURNING 1`,
        [email],
      );
      if (lifted.length === 0) {
        throw new DomainError(
          'conflict',
          'suppression_stays',
          'Only an address that bounced can be allowed again. People who unsubscribed or complained have to subscribe themselves.',
        );
      }
      await this.auditLogger.record(manager, admin, 'suppression.lifted', addressDigest(email), {});
    });
    return { message: `${email} can receive email again` };
  }
}
