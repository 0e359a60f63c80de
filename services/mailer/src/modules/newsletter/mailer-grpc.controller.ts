import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { mailerV1 } from '@palisade/contracts';
import { ServiceCalls } from '@palisade/nest-kit';
import { SubscribersService } from './subscribers.service.ts';

@Controller()
@ServiceCalls()
export class MailerGrpcController {
  constructor(private readonly subscribers: SubscribersService) {}

  @GrpcMethod('MailerService', 'CountSubscribers')
  async countSubscribers() {
    return create(mailerV1.CountSubscribersResponseSchema, { total: BigInt(await this.subscribers.count()) });
  }
}
