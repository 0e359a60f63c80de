import { create } from '@bufbuild/protobuf';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices';
import { authV1, billingV1, logsV1 } from '@palisade/contracts';
import { grpcServer, InternalChannel } from '@palisade/nest-kit';
import type { InternalKeys } from '@palisade/testing';

export interface TestUser {
  id: string;
  email: string;
  username: string;
  fullName: string;
  isActive: boolean;
  plan: string;
  notifications: Record<'emailAlerts' | 'attackNotifications' | 'weeklyReports' | 'marketingEmails', boolean>;
}

const users = new Map<string, TestUser>();
/** Reports by owner, period, first day and site. */
const reports = new Map<string, { fileName: string; pdf: Uint8Array }>();
/** Invoices by order id. */
const invoices = new Map<string, { number: string; fileName: string; pdf: Uint8Array }>();

@Controller()
class NeighboursController {
  @GrpcMethod('AuthService', 'GetUsers')
  getUsers({ ids }: authV1.GetUsersRequest) {
    const found = ids.flatMap((id) => users.get(id) ?? []);
    return create(authV1.GetUsersResponseSchema, {
      users: found.map(({ plan: _plan, ...user }) => ({ ...user, emailConfirmed: true })),
    });
  }

  @GrpcMethod('BillingService', 'GetUserPlans')
  getUserPlans({ userIds }: billingV1.GetUserPlansRequest) {
    const found = userIds.flatMap((id) => users.get(id) ?? []);
    return create(billingV1.GetUserPlansResponseSchema, {
      plans: found.map(({ id, plan }) => ({ userId: id, planSlug: plan, planName: plan, status: 'active' })),
    });
  }
}

@Controller()
class InvoicesController {
  @GrpcMethod('BillingService', 'GetOrderInvoice')
  getOrderInvoice({ orderId }: billingV1.GetOrderInvoiceRequest) {
    return create(billingV1.GetOrderInvoiceResponseSchema, invoices.get(orderId) ?? {});
  }
}

@Controller()
class ReportsController {
  @GrpcMethod('LogsService', 'GetReport')
  getReport({ ownerId, period, from, siteId }: logsV1.GetReportRequest) {
    const report = reports.get([ownerId, period, from, siteId].join());
    return create(logsV1.GetReportResponseSchema, report ?? {});
  }
}

@Module({ controllers: [NeighboursController, InvoicesController, ReportsController] })
class NeighboursModule {}

/** Stubs of auth, billing and logs by their gRPC contracts, backed by maps that tests write. */
export async function startNeighbours(port: number, keys: InternalKeys) {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(NeighboursModule, {
    ...grpcServer(
      `127.0.0.1:${port}`,
      new InternalChannel('auth', keys.channelSettings('auth')),
      authV1.AuthService,
      billingV1.BillingService,
      logsV1.LogsService,
    ),
    logger: false,
  });
  await app.listen();
  return { users, invoices, reports, stop: () => app.close() };
}
