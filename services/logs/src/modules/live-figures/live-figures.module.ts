import { Module } from '@nestjs/common';
import { InstallationSumsRepository } from './installation-sums.repository.ts';
import { LiveFiguresController } from './live-figures.controller.ts';
import { LiveFiguresService } from './live-figures.service.ts';

@Module({
  controllers: [LiveFiguresController],
  providers: [InstallationSumsRepository, LiveFiguresService],
})
export class LiveFiguresModule {}
