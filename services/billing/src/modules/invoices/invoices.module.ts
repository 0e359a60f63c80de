import { Module } from '@nestjs/common';
import { InvoiceNumbersService } from './invoice-numbers.service.ts';
import { InvoicesController } from './invoices.controller.ts';
import { InvoicesService } from './invoices.service.ts';

@Module({
  controllers: [InvoicesController],
  providers: [InvoiceNumbersService, InvoicesService],
  exports: [InvoiceNumbersService, InvoicesService],
})
export class InvoicesModule {}
