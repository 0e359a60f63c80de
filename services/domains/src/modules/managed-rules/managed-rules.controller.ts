import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@palisade/nest-kit';
import { managedRulesSchema } from './managed-rules.schema.ts';
import { ManagedRulesService } from './managed-rules.service.ts';

@ApiTags('waf-config')
@Controller('managed-rules')
export class ManagedRulesController {
  constructor(private readonly rules: ManagedRulesService) {}

  /** The managed rules and their families, for exclusions. The same for everybody until the next release. */
  @Get()
  @Authenticated('domains:read')
  @Header('cache-control', 'private, max-age=3600')
  @ApiOkResponse({ standardSchema: managedRulesSchema })
  listManagedRules() {
    return this.rules.view;
  }
}
