import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { AuditLogger } from '@palisade/messaging/nest';
import { AdminOnly, CurrentUser, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { messageSchema, pageSize } from '../../http/http-fields.ts';
import { listPosition } from '../../http/list-position.ts';
import { MAIL_CATEGORIES } from './mail.rules.ts';
import { MailQueueService } from './mail-queue.service.ts';
import { MailsService } from './mails.service.ts';

const statuses = ['queued', 'sent', 'failed', 'withheld'] as const;
const mailSchema = z
  .object({
    id: z.string(),
    category: z.enum(MAIL_CATEGORIES),
    template: z.string(),
    to: z.string(),
    status: z.enum(statuses),
    /** Why it failed, was withheld, or waits. */
    reason: z.string().nullable(),
    attempts: z.int(),
    smtp_config_id: z.int().nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SingleMail' });
const mailListSchema = z
  .object({
    mails: z.array(mailSchema),
    next: z.string().nullable().describe('Pass it as `before` for older mails; null at the end.'),
  })
  .meta({ id: 'SingleMailList' });
const mailId = z.string().min(1).max(100);

const querySchema = z.object({
  status: z.enum(statuses).optional(),
  /** Part of the recipient's address. */
  search: z.string().max(254).default(''),
  before: listPosition.optional().describe('`next` of the previous page.'),
  limit: pageSize,
});
type MailQuery = z.infer<typeof querySchema>;

/** Single mails and their state; failed ones can be sent again. Their contents are not shown. */
@ApiTags('admin-mails')
@Controller('admin/smtp/mails')
@AdminOnly()
export class MailsController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly mails: MailsService,
    private readonly queue: MailQueueService,
    private readonly auditLogger: AuditLogger,
  ) {}

  @Get()
  @ApiQuery({ name: 'status', enum: statuses, required: false })
  @ApiQuery({ name: 'search', type: String, required: false })
  @ApiQuery({ name: 'before', type: String, required: false })
  @ApiQuery({ name: 'limit', type: Number, required: false })
  @ApiOkResponse({ standardSchema: mailListSchema })
  async listSingleMails(@Query({ schema: querySchema }) query: MailQuery) {
    const { search, limit } = query;
    const status = query.status ?? null;
    // One more than the page, to know whether there is a next one.
    const found = await this.mails.list(
      { status, search },
      { before: query.before ?? null, limit: limit + 1 },
    );
    const page = found.slice(0, limit);
    return {
      next: found.length > limit ? (page.at(-1)?.position ?? null) : null,
      mails: page.map((mail) => ({
        id: mail.id,
        category: mail.category,
        template: mail.template,
        to: mail.to_address,
        status: mail.status,
        reason: mail.reason,
        attempts: mail.attempts,
        smtp_config_id: mail.smtp_server_id,
        created_at: mail.created_at.toISOString(),
        finished_at: mail.finished_at?.toISOString() ?? null,
      })),
    };
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async retrySingleMail(@CurrentUser() admin: UserCaller, @Param('id', { schema: mailId }) id: string) {
    await this.dataSource.transaction(async (manager) => {
      const mail = await this.mails.revive(manager, id);
      await this.auditLogger.record(manager, admin, 'mail.retried', id, { template: mail.template });
    });
    await this.queue.wake(id);
    return { message: 'The email is being sent again' };
  }

  @Post(':id/discard')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async discardSingleMail(@CurrentUser() admin: UserCaller, @Param('id', { schema: mailId }) id: string) {
    await this.dataSource.transaction(async (manager) => {
      const mail = await this.mails.discard(manager, id);
      await this.auditLogger.record(manager, admin, 'mail.discarded', id, { template: mail.template });
    });
    return { message: 'The email was discarded' };
  }
}
