import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { messageSchema, rowId } from '../../http/http-fields.ts';
import {
  type CampaignInput,
  type CampaignSend,
  type CampaignsQuery,
  type CampaignTest,
  type CampaignUpdate,
  campaignCreateSchema,
  campaignSchema,
  campaignSendSchema,
  campaignStatsSchema,
  campaignSummarySchema,
  campaignsQuerySchema,
  campaignTestSchema,
  campaignUpdateSchema,
  previewSchema,
} from './campaign.schema.ts';
import { CampaignsService } from './campaigns.service.ts';

@ApiTags('admin-campaigns')
@Controller('admin/campaigns')
@AdminOnly()
export class CampaignsController {
  constructor(private readonly campaigns: CampaignsService) {}

  /** Newest first, a page at a time, without their texts. */
  @Get()
  @ApiQuery({ name: 'before', type: Number, required: false })
  @ApiQuery({ name: 'limit', type: Number, required: false })
  @ApiOkResponse({ standardSchema: z.array(campaignSummarySchema) })
  listCampaigns(@Query({ schema: campaignsQuerySchema }) { before, limit }: CampaignsQuery) {
    return this.campaigns.list({ before: before ?? null, limit });
  }

  @Get(':id')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: campaignSchema })
  getCampaign(@Param('id', { schema: rowId }) id: number) {
    return this.campaigns.view(id);
  }

  @Post()
  @ApiCreatedResponse({ standardSchema: campaignSchema })
  createCampaign(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: campaignCreateSchema }) body: CampaignInput,
  ) {
    return this.campaigns.create(admin, body);
  }

  @Put(':id')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: campaignSchema })
  updateCampaign(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: rowId }) id: number,
    @Body({ schema: campaignUpdateSchema }) body: CampaignUpdate,
  ) {
    return this.campaigns.update(admin, id, body);
  }

  @Delete(':id')
  @Refuses('conflict')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteCampaign(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    return this.campaigns.remove(admin, id);
  }

  /** Begins a draft, or resumes a paused campaign. */
  @Post(':id/send')
  @Refuses('invalid', 'conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  @Sensitive('admin.campaign.send')
  async sendCampaign(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: rowId }) id: number,
    @Body({ schema: campaignSendSchema }) body: CampaignSend,
  ) {
    await this.campaigns.send(admin, id, body);
    return { message: 'Campaign started in background!' };
  }

  @Post(':id/pause')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async pauseCampaign(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    await this.campaigns.pause(admin, id);
    return { message: 'Campaign paused' };
  }

  @Post(':id/resume')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  @Sensitive('admin.campaign.send')
  async resumeCampaign(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    await this.campaigns.resume(admin, id);
    return { message: 'Campaign resumed' };
  }

  /** Sends mails again whose outcome is unknown. */
  @Post(':id/retry-unknown')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  async retryUnknownMails(@CurrentUser() admin: UserCaller, @Param('id', { schema: rowId }) id: number) {
    const count = await this.campaigns.retryUnknown(admin, id);
    return { message: `${count} ${count === 1 ? 'email is' : 'emails are'} being sent again` };
  }

  @Get(':id/stats')
  @ApiOkResponse({ standardSchema: campaignStatsSchema })
  showCampaignStats(@Param('id', { schema: rowId }) id: number) {
    return this.campaigns.stats(id);
  }

  @Post(':id/test')
  @Refuses('upstream')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: messageSchema })
  @Sensitive('admin.campaign.test')
  async testCampaign(
    @Param('id', { schema: rowId }) id: number,
    @Body({ schema: campaignTestSchema }) body: CampaignTest,
  ) {
    await this.campaigns.test(id, body.test_email);
    return { message: `Test email sent to ${body.test_email}` };
  }

  /** Sanitised, with the personal data of an address; to be shown in a sandboxed frame. */
  @Post(':id/preview')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: previewSchema })
  previewCampaign(
    @Param('id', { schema: rowId }) id: number,
    @Body({ schema: campaignTestSchema }) body: CampaignTest,
  ) {
    return this.campaigns.preview(id, body.test_email);
  }
}
