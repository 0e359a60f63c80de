import { Body, Controller, Get, Headers, HttpCode, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Public, Refuses } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { orderOutcomeSchema } from '../order-store/order.schema.ts';
import {
  type CapturePayPalOrder,
  type CreatePayPalOrder,
  capturePayPalOrderSchema,
  captureResultSchema,
  createPayPalOrderSchema,
  type GiveUpPayPalOrder,
  giveUpPayPalOrderSchema,
  payPalConfigSchema,
  payPalOrderCreatedSchema,
} from './checkout.schema.ts';
import { CheckoutService } from './checkout.service.ts';
import { OrderOutcomesService } from './order-outcomes.service.ts';
import { WebhooksService } from './webhooks.service.ts';

@ApiTags('paypal')
@Controller('paypal')
export class PayPalController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly outcomes: OrderOutcomesService,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Settings with which the browser shows PayPal's buttons. */
  @Get('config')
  @Public()
  @ApiOkResponse({ standardSchema: payPalConfigSchema })
  getPayPalConfig(@CurrentCaller() caller: Caller) {
    return this.checkout.browserConfig(caller);
  }

  @Post('create-order')
  @HttpCode(200)
  @Public()
  @Refuses('not_found', 'conflict', 'upstream')
  @ApiOkResponse({ standardSchema: payPalOrderCreatedSchema })
  createPayPalOrder(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createPayPalOrderSchema }) body: CreatePayPalOrder,
  ) {
    return this.checkout.createOrder(caller, body);
  }

  /** Answers when the plan is active. `success` false: nothing was paid; `message` says why. */
  @Post('capture-order')
  @HttpCode(200)
  @Public()
  @Refuses('not_found', 'upstream')
  @ApiOkResponse({ standardSchema: captureResultSchema })
  capturePayPalOrder(
    @CurrentCaller() caller: Caller,
    @Body({ schema: capturePayPalOrderSchema }) body: CapturePayPalOrder,
  ) {
    return this.checkout.capture(caller, body);
  }

  /**
   * The buyer cancelled, or PayPal's window failed. An order that was paid nevertheless stays paid, and the answer says
   * so.
   */
  @Post('give-up-order')
  @HttpCode(200)
  @Public()
  @Refuses('not_found', 'upstream')
  @ApiOkResponse({ standardSchema: orderOutcomeSchema })
  giveUpPayPalOrder(
    @CurrentCaller() caller: Caller,
    @Body({ schema: giveUpPayPalOrderSchema }) body: GiveUpPayPalOrder,
  ) {
    return this.outcomes.turnBack(caller, body);
  }

  @Post('webhook')
  @HttpCode(204)
  @Public()
  @ApiExcludeEndpoint()
  async receivePayPalWebhook(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<void> {
    await this.webhooks.receive(
      {
        transmissionId: headers['paypal-transmission-id'] ?? '',
        transmissionTime: headers['paypal-transmission-time'] ?? '',
        transmissionSignature: headers['paypal-transmission-sig'] ?? '',
        certUrl: headers['paypal-cert-url'] ?? '',
        authAlgorithm: headers['paypal-auth-algo'] ?? '',
      },
      request.rawBody ?? Buffer.alloc(0),
    );
  }
}
