import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { ExclusionPricesController } from './exclusion-prices.controller.ts';
import { ExclusionPricesService } from './exclusion-prices.service.ts';
import { JudgeThreadService } from './judge-thread.service.ts';
import { SimulatorController } from './simulator.controller.ts';
import { SimulatorService } from './simulator.service.ts';

/** Outcomes of hypothetical requests under a policy, or a change of it. */
@Module({
  imports: [ClockModule, DomainStoreModule, ListsModule, PlansModule, SitePolicyModule],
  controllers: [ExclusionPricesController, SimulatorController],
  providers: [ExclusionPricesService, JudgeThreadService, SimulatorService],
})
export class SimulatorModule {}
