import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The service's part of the public API description; the gateway merges all of them. */
export function openApiDocument(app: INestApplication, name: string): OpenAPIObject {
  const config = new DocumentBuilder().setTitle(`Palisade ${name}`).setVersion('1').addBearerAuth().build();
  return SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
}
