import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@palisade/nest-kit';
import { managedRulesSchema } from './managed-rules.schema.ts';
import { ManagedRulesService } from './managed-rules.service.ts';
import { RuleReleasesService } from './rule-releases.service.ts';
import {
  type ApplicationPacksView,
  applicationPacksSchema,
  type RuleReleasesView,
  ruleReleasesSchema,
} from './rule-sets.schema.ts';

@ApiTags('site-policy')
@Controller('managed-rules')
export class ManagedRulesController {
  constructor(
    private readonly rules: ManagedRulesService,
    private readonly releases: RuleReleasesService,
  ) {}

  /** The managed rules and their families, for exclusions. The same for everybody until the next release. */
  @Get()
  @Authenticated('domains:read')
  @Header('cache-control', 'private, max-age=3600')
  @ApiOkResponse({ standardSchema: managedRulesSchema })
  listManagedRules() {
    return this.rules.view;
  }

  /** The rule sets that the operator has installed, which a site may run instead of the managed rules, and what a policy may ask for in vain. */
  @Get('releases')
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: ruleReleasesSchema })
  listRuleReleases(): Promise<RuleReleasesView> {
    return this.releases.view();
  }

  /** Exemptions and additional rules of each application pack. Unchanged until the next release. */
  @Get('packs')
  @Authenticated('domains:read')
  @Header('cache-control', 'private, max-age=3600')
  @ApiOkResponse({ standardSchema: applicationPacksSchema })
  listApplicationPacks(): ApplicationPacksView {
    return this.rules.packs;
  }
}
