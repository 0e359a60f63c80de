import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, type DomainId, idSchema, type UserCaller } from '@palisade/nest-kit';
import { dnsStateSchema } from './dns-records.schema.ts';
import { DnsRecordsService } from './dns-records.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('domains')
@ApiBearerAuth()
@Controller('domains/:id/dns')
export class DnsRecordsController {
  constructor(private readonly records: DnsRecordsService) {}

  /** DNS state of each record that the domain needs; lookups are repeated every few seconds at most. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: dnsStateSchema })
  getDomainDns(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.records.state(user.userId, id);
  }
}
