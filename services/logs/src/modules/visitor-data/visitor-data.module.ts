import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { VisitorDataController } from './visitor-data.controller.ts';
import { VisitorDataService } from './visitor-data.service.ts';

@Module({
  imports: [ErasureModule, OwnershipModule],
  controllers: [VisitorDataController],
  providers: [VisitorDataService],
})
export class VisitorDataModule {}
