import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, idSchema, type OrderId, Public, Refuses } from '@palisade/nest-kit';
import { orderOutcomeSchema } from '../order-store/order.schema.ts';
import { OrderOutcomesService } from './order-outcomes.service.ts';

const orderId = idSchema<OrderId>();

@ApiTags('orders')
@Controller('orders')
export class OrderOutcomesController {
  constructor(private readonly outcomes: OrderOutcomesService) {}

  /**
   * Outcome of an order. A member's order is for the member; a guest's, until an account has claimed it, for whoever
   * has its id.
   */
  @Get(':id')
  @Public()
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: orderOutcomeSchema })
  getOrderOutcome(@CurrentCaller() caller: Caller, @Param('id', { schema: orderId }) id: OrderId) {
    return this.outcomes.read(caller, id);
  }
}
