import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { BlockingForecastsService } from './blocking-forecasts.service.ts';
import { ForecastController } from './forecast.controller.ts';
import { WouldBlockRepository } from './would-block.repository.ts';

@Module({
  imports: [OwnershipModule, RollUpsModule],
  controllers: [ForecastController],
  providers: [BlockingForecastsService, WouldBlockRepository],
})
export class ForecastModule {}
