import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  adminPlanSchema,
  type PlanCreate,
  type PlanUpdate,
  planCreateSchema,
  planUpdateSchema,
} from '../plans/plan.schema.ts';
import { AdminPlansService } from './admin-plans.service.ts';

const planId = z.coerce.number().int().min(1).max(2_147_483_647);

@ApiTags('admin-plans')
@ApiBearerAuth()
@Controller('admin/plans')
@AdminOnly()
export class AdminPlansController {
  constructor(private readonly plans: AdminPlansService) {}

  @Get()
  @ApiOkResponse({ standardSchema: z.array(adminPlanSchema) })
  listAdminPlans() {
    return this.plans.all();
  }

  @Post()
  @Refuses('conflict')
  @ApiCreatedResponse({ standardSchema: adminPlanSchema })
  @Sensitive('admin.plan.create')
  createPlan(@CurrentUser() admin: UserCaller, @Body({ schema: planCreateSchema }) body: PlanCreate) {
    return this.plans.create(admin, body);
  }

  @Put(':id')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: adminPlanSchema })
  @Sensitive('admin.plan.update')
  updatePlan(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: planId }) id: number,
    @Body({ schema: planUpdateSchema }) body: PlanUpdate,
  ) {
    return this.plans.update(admin, id, body);
  }

  /** 409 with the reason while the plan is in use. */
  @Delete(':id')
  @Refuses('conflict')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Sensitive('admin.plan.delete')
  deletePlan(@CurrentUser() admin: UserCaller, @Param('id', { schema: planId }) id: number) {
    return this.plans.remove(admin, id);
  }
}
