import { Module } from '@nestjs/common';
import { OpenApiDocumentService } from './openapi-document.service.ts';

/** The whole API's description. */
@Module({ providers: [OpenApiDocumentService], exports: [OpenApiDocumentService] })
export class OpenApiModule {}
