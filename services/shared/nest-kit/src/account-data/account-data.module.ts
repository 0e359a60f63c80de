import { Controller, type DynamicModule, Inject, Module, type Type } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { accountDataV1 } from '@palisade/contracts';
import { DataSource } from 'typeorm';
import { ServiceCalls } from '../grpc/server.ts';
import { type AccountDataParts, readAccountData } from './read-account-data.ts';

/** A service's part of an account's data export, which the logs service writes. */
@Module({})
export class AccountDataModule {
  /** @param service of the contract, such as "BillingService"; it has the call `ReadAccountData` */
  static forService(service: string, parts: AccountDataParts): DynamicModule {
    return { module: AccountDataModule, controllers: [controllerOf(service, parts)] };
  }
}

function controllerOf(service: string, parts: AccountDataParts): Type {
  @Controller()
  @ServiceCalls()
  class AccountDataGrpcController {
    constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

    @GrpcMethod(service, 'ReadAccountData')
    readAccountData(
      request: accountDataV1.ReadAccountDataRequest,
    ): Promise<accountDataV1.ReadAccountDataResponse> {
      return readAccountData(this.dataSource, parts, request);
    }
  }
  return AccountDataGrpcController;
}
