import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  AdminOnly,
  Authenticated,
  CurrentUser,
  idSchema,
  type OrderId,
  Refuses,
  Sensitive,
  type UserCaller,
} from '@palisade/nest-kit';
import type { z } from 'zod';
import {
  type AdminOrdersQuery,
  adminOrdersQuerySchema,
  adminOrdersSchema,
  claimSchema,
  moneyBackPreviewSchema,
  myOrdersSchema,
  type OrderCreate,
  orderCreateSchema,
  orderSchema,
  refundSchema,
} from '../order-store/order.schema.ts';
import { RefundsService } from '../payments/refunds.service.ts';
import { OrdersService } from './orders.service.ts';

const orderId = idSchema<OrderId>();

@ApiTags('orders')
@ApiBearerAuth()
@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly refunds: RefundsService,
  ) {}

  @Get('my-orders')
  @Authenticated('billing:read')
  @ApiOkResponse({ standardSchema: myOrdersSchema })
  async listMyOrders(@CurrentUser() user: UserCaller) {
    return { orders: await this.orders.mine(user.userId) };
  }

  @Post('create')
  @Authenticated('billing:write')
  @Refuses('not_found')
  @ApiCreatedResponse({ standardSchema: orderSchema })
  createOrder(@CurrentUser() user: UserCaller, @Body({ schema: orderCreateSchema }) body: OrderCreate) {
    return this.orders.create(user.userId, body);
  }

  /** Assigns a paid guest order to the caller. Needs the token from its capture and the same e-mail address. */
  @Post('claim')
  @HttpCode(200)
  @Authenticated('billing:write')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: orderSchema })
  claimOrder(
    @CurrentUser() user: UserCaller,
    @Body({ schema: claimSchema }) body: z.infer<typeof claimSchema>,
  ) {
    return this.orders.claimByToken(user.userId, body.claim_token);
  }

  /** Applies a paid order that waits for its owner's consent, whatever it replaces (`GET /plans/change-preview`). */
  @Post(':id/use')
  @HttpCode(200)
  @Authenticated('billing:write')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: orderSchema })
  useOrder(@CurrentUser() user: UserCaller, @Param('id', { schema: orderId }) id: OrderId) {
    return this.orders.use(user.userId, id);
  }

  /** What the money-back guarantee would refund for an order, and which plan would remain. Changes nothing. */
  @Get(':id/money-back')
  @Authenticated('billing:read')
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: moneyBackPreviewSchema })
  previewMoneyBack(@CurrentUser() user: UserCaller, @Param('id', { schema: orderId }) id: OrderId) {
    return this.refunds.previewMoneyBack(user, id);
  }

  /** Refunds the whole amount within the guarantee, and ends what the order bought. */
  @Post(':id/money-back')
  @HttpCode(200)
  @Authenticated('billing:write')
  @Refuses('not_found', 'conflict', 'upstream')
  @ApiOkResponse({ standardSchema: orderSchema })
  @Sensitive('subscription.cancel')
  takeMoneyBack(@CurrentUser() user: UserCaller, @Param('id', { schema: orderId }) id: OrderId) {
    return this.refunds.moneyBack(user, id);
  }

  @Get()
  @AdminOnly()
  @ApiOkResponse({ standardSchema: adminOrdersSchema })
  // Ids of many users make a long address, escaped characters even more so.
  @ApiResponse({ status: 431, description: 'The URL and the headers together are longer than 16 KiB.' })
  listOrders(@Query({ schema: adminOrdersQuerySchema }) query: AdminOrdersQuery) {
    return this.orders.all(query);
  }

  /** Refunds the whole amount and ends the plan that the order pays for. */
  @Post(':id/refund')
  @HttpCode(200)
  @AdminOnly()
  @Refuses('conflict', 'upstream')
  @ApiOkResponse({ standardSchema: orderSchema })
  @Sensitive('admin.order.refund')
  refundOrder(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: orderId }) id: OrderId,
    @Body({ schema: refundSchema }) body: z.infer<typeof refundSchema>,
  ) {
    return this.refunds.refund(admin, id, body.beyond_guarantee);
  }
}
