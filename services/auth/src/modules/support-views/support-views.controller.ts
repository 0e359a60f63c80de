import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { SESSION_ONLY } from '../../http/scopes.ts';
import {
  type SupportViewAnswer,
  type SupportViewsView,
  type SupportViewView,
  supportViewAnswerSchema,
  supportViewIdSchema,
  supportViewSchema,
  supportViewsSchema,
} from './support-view.schema.ts';
import { SupportViewsService } from './support-views.service.ts';

/** Administrators who want to view, view or have viewed one's own dashboard. */
@ApiTags('settings')
@Controller('settings/support-views')
@Authenticated(SESSION_ONLY)
export class SupportViewsController {
  constructor(private readonly views: SupportViewsService) {}

  @Get()
  @ApiOkResponse({ standardSchema: supportViewsSchema })
  async listSupportViews(@CurrentUser() { userId }: UserCaller): Promise<SupportViewsView> {
    return { views: await this.views.list(userId) };
  }

  /** Lasts for an hour once allowed: the administrator can view everything and change nothing. */
  @Post(':id/answer')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: supportViewSchema })
  answerSupportView(
    @CurrentUser() owner: UserCaller,
    @Param('id', { schema: supportViewIdSchema }) id: string,
    @Body({ schema: supportViewAnswerSchema }) { allow }: SupportViewAnswer,
  ): Promise<SupportViewView> {
    return this.views.answer(owner, id, allow);
  }

  /** The administrator’s next call is refused; open streams end within seconds. */
  @Post(':id/end')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: supportViewSchema })
  endSupportView(
    @CurrentUser() owner: UserCaller,
    @Param('id', { schema: supportViewIdSchema }) id: string,
  ): Promise<SupportViewView> {
    return this.views.end(owner, owner.userId, id);
  }
}
