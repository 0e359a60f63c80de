import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { verificationSchema } from './verification.schema.ts';
import { VerificationService } from './verification.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('domains')
@ApiBearerAuth()
@Controller('domains/:id/verify')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Post()
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: verificationSchema })
  verifyDomain(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.verification.verify(user.userId, id);
  }
}
