import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@palisade/nest-kit';
import { z } from 'zod';
import { planSchema } from './plan.schema.ts';
import { PlansService } from './plans.service.ts';

@ApiTags('plans')
@Controller('plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  /** The plans on offer, cheapest first. */
  @Get()
  @Public()
  @ApiOkResponse({ standardSchema: z.array(planSchema) })
  listPlans() {
    return this.plans.offered();
  }
}
