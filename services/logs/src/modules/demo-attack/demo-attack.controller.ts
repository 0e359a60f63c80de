import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public, Refuses } from '@palisade/nest-kit';
import {
  type DemoAttack,
  demoAttackSchema,
  demoTargetSchema,
  demoVerdictSchema,
} from './demo-attack.schema.ts';
import { DemoAttackService } from './demo-attack.service.ts';

@ApiTags('demo-attack')
@Controller('demo-attack')
@Public()
export class DemoAttackController {
  constructor(private readonly demo: DemoAttackService) {}

  @Get()
  @ApiOkResponse({ standardSchema: demoTargetSchema })
  demoTarget() {
    return this.demo.target();
  }

  @Post()
  @HttpCode(200)
  @Refuses('not_found', 'too_many', 'upstream')
  @ApiOkResponse({ standardSchema: demoVerdictSchema })
  attackDemo(@Body({ schema: demoAttackSchema }) attack: DemoAttack) {
    return this.demo.attack(attack);
  }
}
