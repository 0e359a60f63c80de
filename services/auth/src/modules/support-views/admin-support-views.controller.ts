import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller, type UserId } from '@palisade/nest-kit';
import { userIdSchema } from '../admin-users/admin-user.schema.ts';
import {
  type OpenedSupportView,
  openedSupportViewSchema,
  type SupportViewRequest,
  type SupportViewsView,
  type SupportViewView,
  supportViewIdSchema,
  supportViewRequestSchema,
  supportViewSchema,
  supportViewsSchema,
} from './support-view.schema.ts';
import { SupportViewsService } from './support-views.service.ts';

/** Viewing a customer's dashboard as the customer, who has to allow it first. */
@ApiTags('admin-users')
@Controller('admin/users/:id/support-views')
@AdminOnly()
export class AdminSupportViewsController {
  constructor(private readonly views: SupportViewsService) {}

  @Get()
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: supportViewsSchema })
  async listUserSupportViews(@Param('id', { schema: userIdSchema }) id: UserId): Promise<SupportViewsView> {
    return { views: await this.views.list(id) };
  }

  /** Asks the customer, who is notified by mail and in the dashboard. */
  @Post()
  @Refuses('not_found', 'conflict', 'too_many')
  @ApiCreatedResponse({ standardSchema: supportViewSchema })
  askForSupportView(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
    @Body({ schema: supportViewRequestSchema }) { reason }: SupportViewRequest,
  ): Promise<SupportViewView> {
    return this.views.ask(admin, id, reason);
  }

  /**
   * In the session that asked. From then on its reading calls with the header `X-Palisade-Support-View: {viewId}` are
   * answered as if the customer made them; calls that change something are refused (`support_view_read_only`).
   */
  @Post(':viewId/open')
  @HttpCode(200)
  @Sensitive('admin.support_view.open')
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: openedSupportViewSchema })
  openSupportView(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
    @Param('viewId', { schema: supportViewIdSchema }) viewId: string,
  ): Promise<OpenedSupportView> {
    return this.views.open(admin, id, viewId);
  }

  /** Ends the view, or withdraws the request. */
  @Post(':viewId/end')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: supportViewSchema })
  endUserSupportView(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: userIdSchema }) id: UserId,
    @Param('viewId', { schema: supportViewIdSchema }) viewId: string,
  ): Promise<SupportViewView> {
    return this.views.end(admin, id, viewId);
  }
}
