import { Module } from '@nestjs/common';
import { PayPalClient } from './paypal.client.ts';
import { PayPalSubscriptionsClient } from './paypal-subscriptions.client.ts';

@Module({
  providers: [PayPalClient, PayPalSubscriptionsClient],
  exports: [PayPalClient, PayPalSubscriptionsClient],
})
export class PayPalModule {}
