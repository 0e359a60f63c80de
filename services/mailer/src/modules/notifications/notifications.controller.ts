import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { RETENTION_DAYS } from './notification.rules.ts';
import {
  type MarkRead,
  markReadSchema,
  type NotificationsQuery,
  notificationsQuerySchema,
  notificationsSchema,
  unreadSchema,
} from './notifications.schema.ts';
import { type NotificationRow, NotificationsService } from './notifications.service.ts';

/** For people using the dashboard; no API key has this scope. */
const SESSION_ONLY = 'session';

@ApiTags('notifications')
@Controller('notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Authenticated(SESSION_ONLY)
  @Header('cache-control', 'no-store')
  @ApiOkResponse({ standardSchema: notificationsSchema })
  async listNotifications(
    @CurrentUser() { userId }: UserCaller,
    @Query({ schema: notificationsQuerySchema }) { before, limit }: NotificationsQuery,
  ): Promise<z.infer<typeof notificationsSchema>> {
    const [rows, unread] = await Promise.all([
      // One more than the page, to know whether there is a next one.
      this.notifications.list(userId, { before: before ?? null, limit: limit + 1 }),
      this.notifications.unread(userId),
    ]);
    const entries = rows.slice(0, limit).map(toView);
    return {
      entries,
      unread,
      next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
      kept_days: RETENTION_DAYS,
    };
  }

  @Post('read')
  @HttpCode(200)
  @Authenticated(SESSION_ONLY)
  @ApiOkResponse({ standardSchema: unreadSchema })
  async markNotificationsRead(
    @CurrentUser() { userId }: UserCaller,
    @Body({ schema: markReadSchema }) { ids }: MarkRead,
  ): Promise<z.infer<typeof unreadSchema>> {
    await this.notifications.markRead(userId, ids ?? null);
    return { unread: await this.notifications.unread(userId) };
  }
}

type View = z.infer<typeof notificationsSchema>['entries'][number];

const toView = (row: NotificationRow): View => ({
  id: row.id,
  at: row.at.toISOString(),
  category: row.category,
  kind: row.kind,
  tone: row.tone as View['tone'],
  title: row.title,
  preview: row.preview,
  domain: row.domain === '' ? null : row.domain,
  read: row.read_at !== null,
});
