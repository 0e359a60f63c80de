import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { type SimulationRequest, simulationRequestSchema, simulationSchema } from './simulation.schema.ts';
import { SimulatorService } from './simulator.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('site-policy')
@ApiBearerAuth()
@Controller('domains/:id/simulate')
export class SimulatorController {
  constructor(private readonly simulator: SimulatorService) {}

  /**
   * The outcome of a request under the site's policy, a past version or a draft, and why. Nothing is sent, and nothing
   * is stored.
   */
  @Post()
  @HttpCode(200)
  @Authenticated('domains:read')
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: simulationSchema })
  simulateRequest(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: simulationRequestSchema }) body: SimulationRequest,
  ) {
    return this.simulator.simulate(user.userId, id, body);
  }
}
