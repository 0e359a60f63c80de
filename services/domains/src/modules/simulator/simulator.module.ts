import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainsModule } from '../domains/domains.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { WafConfigModule } from '../waf-config/waf-config.module.ts';
import { SimulatorController } from './simulator.controller.ts';
import { SimulatorService } from './simulator.service.ts';

/** What a policy makes of a request that somebody has written down. */
@Module({
  imports: [ClockModule, DomainsModule, PlansModule, WafConfigModule],
  controllers: [SimulatorController],
  providers: [SimulatorService],
})
export class SimulatorModule {}
