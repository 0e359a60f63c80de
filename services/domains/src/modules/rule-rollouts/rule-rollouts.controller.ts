import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { STAGES, type Stage } from '../rule-rollout-store/stages.rules.ts';
import {
  type RuleDecision,
  type RuleRolloutStart,
  ruleDecisionSchema,
  ruleRolloutSchema,
  ruleRolloutSiteSchema,
  ruleRolloutStartSchema,
  ruleRolloutsSchema,
} from './rule-rollout.schema.ts';
import { RuleRolloutsService } from './rule-rollouts.service.ts';
import { SiteRuleRolloutsService } from './site-rule-rollouts.service.ts';

const rolloutId = z.uuid();
const partId = z.uuid();
const stageQuery = z.enum(STAGES);

@ApiTags('admin-edge')
@ApiBearerAuth()
@Controller('admin/edge/rule-rollouts')
@AdminOnly()
export class RuleRolloutsController {
  constructor(
    private readonly rollouts: RuleRolloutsService,
    private readonly sites: SiteRuleRolloutsService,
  ) {}

  /** Candidates of rule releases that sites try one by one, and those that edge nodes have. */
  @Get()
  @ApiOkResponse({ standardSchema: ruleRolloutsSchema })
  listRuleRollouts() {
    return this.rollouts.list();
  }

  /**
   * Has each site that runs the release try its candidate on its own traffic, without effect. A site takes it up when that has shown no
   * harm, and holds it otherwise.
   */
  @Post()
  @Refuses('conflict', 'unavailable')
  @ApiCreatedResponse({ standardSchema: ruleRolloutSchema })
  @Sensitive('admin.edge.control')
  startRuleRollout(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: ruleRolloutStartSchema }) body: RuleRolloutStart,
  ) {
    return this.rollouts.start(admin, body.release);
  }

  /** From then on all sites have the rules that are installed: the candidate, once it has taken the release's place. */
  @Post(':rolloutId/end')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: ruleRolloutSchema })
  @Sensitive('admin.edge.control')
  endRuleRollout(@CurrentUser() admin: UserCaller, @Param('rolloutId', { schema: rolloutId }) id: string) {
    return this.rollouts.end(admin, id);
  }

  /** Sites at one stage, newest first. */
  @Get(':rolloutId/sites')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: z.array(ruleRolloutSiteSchema) })
  listRuleRolloutSites(
    @Param('rolloutId', { schema: rolloutId }) id: string,
    @Query('stage', { schema: stageQuery }) stage: Stage,
  ) {
    return this.rollouts.sitesOf(id, stage);
  }

  /** Decides for one site, whatever was seen there. */
  @Post(':rolloutId/sites/:partId/decide')
  @HttpCode(200)
  @Refuses('not_found', 'conflict')
  @ApiOkResponse({ standardSchema: ruleRolloutSiteSchema })
  @Sensitive('admin.edge.control')
  decideForSite(
    @CurrentUser() admin: UserCaller,
    @Param('rolloutId', { schema: rolloutId }) id: string,
    @Param('partId', { schema: partId }) part: string,
    @Body({ schema: ruleDecisionSchema }) { decision }: { decision: RuleDecision },
  ) {
    return this.sites.decideByOperator(admin, id, part, decision);
  }
}
