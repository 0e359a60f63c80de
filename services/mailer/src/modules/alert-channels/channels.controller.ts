import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type ChannelCreate,
  type ChannelUpdate,
  channelCreateSchema,
  channelListSchema,
  channelSchema,
  channelUpdateSchema,
  channelWithSecretSchema,
  deliveryListSchema,
  deliverySchema,
} from './channel.schema.ts';
import { ChannelsService, MAX_CHANNELS } from './channels.service.ts';
import { DeliveriesService } from './deliveries.service.ts';

const uuid = z.uuid();

@ApiTags('alert-channels')
@Controller('alert-channels')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: channelListSchema })
  async listAlertChannels(@CurrentUser() { userId }: UserCaller) {
    return { channels: await this.channels.list(userId), max_channels: MAX_CHANNELS };
  }

  /** Where it sends to is kept sealed and not shown again. A webhook's secret is told this once. */
  @Post()
  @Authenticated('logs:write')
  @Refuses('conflict')
  @ApiCreatedResponse({ standardSchema: channelWithSecretSchema })
  createAlertChannel(
    @CurrentUser() { userId }: UserCaller,
    @Body({ schema: channelCreateSchema }) body: ChannelCreate,
  ) {
    return this.channels.create(userId, body);
  }

  @Put(':id')
  @Authenticated('logs:write')
  @ApiOkResponse({ standardSchema: channelSchema })
  updateAlertChannel(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: channelUpdateSchema }) body: ChannelUpdate,
  ) {
    return this.channels.update(userId, id, body);
  }

  /** Its deliveries go with it. */
  @Delete(':id')
  @Authenticated('logs:write')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteAlertChannel(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.channels.remove(userId, id);
  }

  /** Tells it once, now, and says what came of it; a test that fails is not tried again. */
  @Post(':id/test')
  @Authenticated('logs:write')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: deliverySchema })
  testAlertChannel(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.deliveries.test(userId, id);
  }

  /** A new secret for a webhook, told this once. For a day its messages are signed with the one before, too. */
  @Post(':id/rotate-secret')
  @Authenticated('logs:write')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: channelWithSecretSchema })
  rotateAlertChannelSecret(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.channels.rotateSecret(userId, id);
  }

  /** The latest 50, the newest first. Kept for 30 days, 500 of a channel. */
  @Get(':id/deliveries')
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: deliveryListSchema })
  async listAlertDeliveries(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
  ) {
    return { deliveries: await this.deliveries.list(userId, id) };
  }

  /** Tells it the same again, under the same message id. */
  @Post(':id/deliveries/:delivery_id/replay')
  @Authenticated('logs:write')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: deliverySchema })
  replayAlertDelivery(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Param('delivery_id', { schema: uuid }) deliveryId: string,
  ) {
    return this.deliveries.replay(userId, id, deliveryId);
  }
}
