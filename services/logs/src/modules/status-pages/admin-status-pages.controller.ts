import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  adminStatusPageSchema,
  adminStatusPagesSchema,
  type StatusPagesQuery,
  type SuspensionInput,
  statusPagesQuerySchema,
  suspensionInputSchema,
} from './status-suspension.schema.ts';
import { StatusSuspensionsService } from './status-suspensions.service.ts';

const domainId = z.uuid();

@ApiTags('admin-status-pages')
@Controller('admin/logs/status-pages')
@AdminOnly()
export class AdminStatusPagesController {
  constructor(private readonly suspensions: StatusSuspensionsService) {}

  /** The status pages of an account, or the one at an address. */
  @Get()
  @ApiOkResponse({ standardSchema: adminStatusPagesSchema })
  listStatusPages(@Query({ schema: statusPagesQuerySchema }) query: StatusPagesQuery) {
    return this.suspensions.list(query);
  }

  /** Suspends a status page. Its owner is told why, and cannot publish it again until the suspension is lifted. */
  @Post(':domainId/suspend')
  @Sensitive('admin.status_page.suspend')
  @HttpCode(200)
  @Refuses('not_found', 'conflict', 'unavailable')
  @ApiOkResponse({ standardSchema: adminStatusPageSchema })
  suspendStatusPage(
    @CurrentUser() admin: UserCaller,
    @Param('domainId', { schema: domainId }) id: string,
    @Body({ schema: suspensionInputSchema }) { reason }: SuspensionInput,
  ) {
    return this.suspensions.suspend(admin, id, reason);
  }

  /** Lifts the suspension, and notifies the owner, who may publish the page again. */
  @Post(':domainId/unsuspend')
  @Sensitive('admin.status_page.suspend')
  @HttpCode(200)
  @Refuses('not_found', 'conflict', 'unavailable')
  @ApiOkResponse({ standardSchema: adminStatusPageSchema })
  unsuspendStatusPage(@CurrentUser() admin: UserCaller, @Param('domainId', { schema: domainId }) id: string) {
    return this.suspensions.unsuspend(admin, id);
  }
}
