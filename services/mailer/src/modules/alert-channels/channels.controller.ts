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

  /** The target is stored encrypted and not shown again. A webhook's secret is returned only this once. */
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

  /** Deletes its deliveries too. */
  @Delete(':id')
  @Authenticated('logs:write')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteAlertChannel(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.channels.remove(userId, id);
  }

  /** Sends a test message now and returns the result; a failed test is not retried. */
  @Post(':id/test')
  @Authenticated('logs:write')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: deliverySchema })
  testAlertChannel(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.deliveries.test(userId, id);
  }

  /**
   * Creates a new secret for a webhook, returned only this once. For a day its messages are also signed with the
   * previous one.
   */
  @Post(':id/rotate-secret')
  @Authenticated('logs:write')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: channelWithSecretSchema })
  rotateAlertChannelSecret(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.channels.rotateSecret(userId, id);
  }

  /** The latest 50, newest first. Kept for 30 days, at most 500 per channel. */
  @Get(':id/deliveries')
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: deliveryListSchema })
  async listAlertDeliveries(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
  ) {
    return { deliveries: await this.deliveries.list(userId, id) };
  }

  /** Delivers the same message again, under the same message id. */
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
