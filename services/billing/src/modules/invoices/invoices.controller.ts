import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { InvoicesService, invoiceSchema } from './invoices.service.ts';

@ApiTags('invoices')
@ApiBearerAuth()
@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get()
  @Authenticated('billing:read')
  @ApiOkResponse({ standardSchema: z.array(invoiceSchema) })
  listInvoices(@CurrentUser() user: UserCaller) {
    return this.invoices.mine(user);
  }

  @Get(':id/pdf')
  @Authenticated('billing:read')
  @Header('cache-control', 'private, no-store')
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async getInvoicePdf(@CurrentUser() user: UserCaller, @Param('id', { schema: z.uuid() }) id: string) {
    const { name, bytes } = await this.invoices.pdf(user, id);
    return new StreamableFile(bytes, {
      type: 'application/pdf',
      disposition: `attachment; filename="${name}"`,
    });
  }
}
