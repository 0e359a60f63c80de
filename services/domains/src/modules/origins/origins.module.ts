import { Module } from '@nestjs/common';
import { WafConfigModule } from '../waf-config/waf-config.module.ts';
import { OriginsController } from './origins.controller.ts';
import { OriginsService } from './origins.service.ts';

@Module({
  imports: [WafConfigModule],
  controllers: [OriginsController],
  providers: [OriginsService],
})
export class OriginsModule {}
