import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  Authenticated,
  CurrentUser,
  type DomainId,
  idSchema,
  Refuses,
  type UserCaller,
} from '@palisade/nest-kit';
import { type CertificateUpload, certificateUploadSchema } from '../certificates/certificate.schema.ts';
import { originCertificatesSchema } from './origin-certificate.schema.ts';
import { OriginCertificatesService } from './origin-certificates.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('origins')
@ApiBearerAuth()
@Controller('domains/:id/origin-certificates')
export class OriginCertificatesController {
  constructor(private readonly certificates: OriginCertificatesService) {}

  /** What the edge proves itself with to the site's servers, and the authority that they have to trust for it. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: originCertificatesSchema })
  getOriginCertificates(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.certificates.view(user.userId, id);
  }

  /** Stores a client certificate of the owner's own. The key can be replaced, never read. */
  @Put('uploaded')
  @Authenticated('domains:write')
  @ApiOkResponse({ standardSchema: originCertificatesSchema })
  uploadOriginCertificate(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: certificateUploadSchema }) body: CertificateUpload,
  ) {
    return this.certificates.upload(user.userId, id, body);
  }

  /** Deletes the uploaded certificate and its key, once it is not in use. */
  @Delete('uploaded')
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: originCertificatesSchema })
  removeUploadedOriginCertificate(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
  ) {
    return this.certificates.removeUploaded(user.userId, id);
  }

  /** Creates the authority that takes over next, for the site's servers to trust beside the present one. */
  @Post('next-authority')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: originCertificatesSchema })
  prepareOriginAuthority(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.certificates.prepareAuthority(user.userId, id);
  }

  /** From now on the certificate is one of the next authority; servers that do not trust it refuse the edge. */
  @Post('next-authority/switch')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: originCertificatesSchema })
  switchOriginAuthority(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.certificates.switchAuthority(user.userId, id);
  }
}
