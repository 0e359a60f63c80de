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
import {
  type CertificateRevocation,
  type CertificateUpload,
  certificateRevocationSchema,
  certificatesSchema,
  certificateUploadSchema,
} from './certificate.schema.ts';
import { CertificatesService } from './certificates.service.ts';

const domainId = idSchema<DomainId>();

@ApiTags('certificates')
@ApiBearerAuth()
@Controller('domains/:id/certificates')
export class CertificatesController {
  constructor(private readonly certificates: CertificatesService) {}

  /** The site's certificates, and the state of obtaining the next one. */
  @Get()
  @Authenticated('domains:read')
  @ApiOkResponse({ standardSchema: certificatesSchema })
  getCertificates(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.certificates.view(user.userId, id);
  }

  /** Obtains a certificate now: the first, a new one, or after a failure without waiting for the next attempt. */
  @Post('issue')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: certificatesSchema })
  issueCertificate(@CurrentUser() user: UserCaller, @Param('id', { schema: domainId }) id: DomainId) {
    return this.certificates.issue(user.userId, id);
  }

  /** Revokes the obtained certificate, for example because its key leaked, and obtains another. */
  @Post('revoke')
  @HttpCode(200)
  @Authenticated('domains:write')
  @Refuses('conflict', 'upstream')
  @ApiOkResponse({ standardSchema: certificatesSchema })
  revokeCertificate(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: certificateRevocationSchema }) body: CertificateRevocation,
  ) {
    return this.certificates.revoke(user.userId, id, body.reason);
  }

  /** Serves a certificate of the owner's own. The key can be replaced, never read. */
  @Put('uploaded')
  @Authenticated('domains:write')
  @Refuses('conflict')
  @ApiOkResponse({ standardSchema: certificatesSchema })
  uploadCertificate(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
    @Body({ schema: certificateUploadSchema }) body: CertificateUpload,
  ) {
    return this.certificates.upload(user.userId, id, body);
  }

  /** Deletes the uploaded certificate and its key; the obtained one is served again. */
  @Delete('uploaded')
  @Authenticated('domains:write')
  @ApiOkResponse({ standardSchema: certificatesSchema })
  removeUploadedCertificate(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: domainId }) id: DomainId,
  ) {
    return this.certificates.removeUploaded(user.userId, id);
  }
}
