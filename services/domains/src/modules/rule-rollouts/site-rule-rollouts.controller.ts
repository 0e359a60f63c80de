import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { z } from 'zod';
import { type RuleDecision, ruleDecisionSchema, siteRuleRolloutSchema } from './rule-rollout.schema.ts';
import { SiteRuleRolloutsService } from './site-rule-rollouts.service.ts';

const domainId = idSchema<DomainId>();
const partId = z.uuid();

@ApiTags('site-policy')
@ApiBearerAuth()
@Controller('domains/:id/rule-rollouts')
export class SiteRuleRolloutsController {
  constructor(private readonly sites: SiteRuleRolloutsService) {}

  /** New releases of rules that were tried on this site's own traffic, without effect, and what became of them; newest first. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: z.array(siteRuleRolloutSchema) })
  listSiteRuleRollouts(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.sites.ofDomain(user.userId, id);
  }

  /** Takes the new rules up, keeps those of before, or has it tried again. */
  @Post(':partId/decide')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: siteRuleRolloutSchema })
  decideRuleRollout(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Param('partId', { schema: partId }) part: string,
    @Body({ schema: ruleDecisionSchema }) { decision }: { decision: RuleDecision },
  ) {
    return this.sites.decideByOwner(user, id, part, decision);
  }
}
