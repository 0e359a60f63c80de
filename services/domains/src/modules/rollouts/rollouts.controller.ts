import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { z } from 'zod';
import { type RolloutStart, rolloutSchema, rolloutStartSchema } from './rollout.schema.ts';
import { RolloutsService } from './rollouts.service.ts';

const domainId = idSchema<DomainId>();
const rolloutId = z.uuid();

@ApiTags('site-policy')
@ApiBearerAuth()
@Controller('domains/:id/rollouts')
export class RolloutsController {
  constructor(private readonly rollouts: RolloutsService) {}

  /** Changes of the policy that were given to a share of the visitors first, newest first; one runs at most. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: z.array(rolloutSchema) })
  listRollouts(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.rollouts.list(user.userId, id);
  }

  /**
   * Gives a change of the policy to a share of the visitors, chosen by their addresses. It becomes a version for everybody, or is
   * taken back, by what is seen, or by its owner.
   */
  @Post()
  @Authenticated('domains:write')
  @Refuses('payment_required', 'conflict')
  @ApiCreatedResponse({ standardSchema: rolloutSchema })
  startRollout(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: rolloutStartSchema }) body: RolloutStart,
  ) {
    return this.rollouts.start(user, id, body);
  }

  /** The change holds for everybody, at once. */
  @Post(':rolloutId/promote')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: rolloutSchema })
  promoteRollout(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('rolloutId', { schema: rolloutId }) rollout: string,
  ) {
    return this.rollouts.decideByOwner(user, id, rollout, 'promoted');
  }

  /** The change holds for nobody any more. */
  @Post(':rolloutId/take-back')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: rolloutSchema })
  takeBackRollout(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('rolloutId', { schema: rolloutId }) rollout: string,
  ) {
    return this.rollouts.decideByOwner(user, id, rollout, 'taken_back');
  }
}
