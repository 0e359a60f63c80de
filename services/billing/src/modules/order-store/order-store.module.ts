import { Module } from '@nestjs/common';
import { OrderNumbersService } from './order-numbers.service.ts';

@Module({
  providers: [OrderNumbersService],
  exports: [OrderNumbersService],
})
export class OrderStoreModule {}
