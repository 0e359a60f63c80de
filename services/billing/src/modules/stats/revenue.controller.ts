import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '@palisade/nest-kit';
import { type RevenueQuery, RevenueService, revenueQuerySchema, revenueSchema } from './revenue.service.ts';

@ApiTags('admin-stats')
@Controller('admin/billing/revenue')
@AdminOnly()
export class RevenueController {
  constructor(private readonly revenue: RevenueService) {}

  /** Payments and refunds by month and plan, in cents. */
  @Get()
  @ApiQuery({ name: 'months', type: Number, required: false })
  @ApiOkResponse({ standardSchema: revenueSchema })
  getRevenue(@Query({ schema: revenueQuerySchema }) query: RevenueQuery) {
    return this.revenue.byMonth(query);
  }

  /** The same as CSV. */
  @Get('export')
  @ApiQuery({ name: 'months', type: Number, required: false })
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="revenue.csv"')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  exportRevenue(@Query({ schema: revenueQuerySchema }) query: RevenueQuery): Promise<string> {
    return this.revenue.asCsv(query);
  }
}
