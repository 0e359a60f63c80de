import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { BlockingForecastsService } from './blocking-forecasts.service.ts';
import { ForecastController } from './forecast.controller.ts';

@Module({
  imports: [LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [ForecastController],
  providers: [BlockingForecastsService],
})
export class ForecastModule {}
