import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import {
  type ExclusionPricesRequest,
  exclusionPricesRequestSchema,
  exclusionPricesSchema,
} from './exclusion-prices.schema.ts';
import { ExclusionPricesService } from './exclusion-prices.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('site-policy')
@ApiBearerAuth()
@Controller('domains/:id/exclusion-prices')
export class ExclusionPricesController {
  constructor(private readonly prices: ExclusionPricesService) {}

  /** How many attacks exclusions would let through, tried in process on the site's present policy. Nothing is saved. */
  @Post()
  @HttpCode(200)
  @Authenticated('domains:read')
  @Refuses('conflict', 'too_many')
  @ApiOkResponse({ standardSchema: exclusionPricesSchema })
  priceExclusions(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: exclusionPricesRequestSchema }) body: ExclusionPricesRequest,
  ) {
    return this.prices.pricesOf(user.userId, id, body);
  }
}
