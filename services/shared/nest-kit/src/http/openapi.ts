import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { ACCESS_EXTENSION, type Access } from '../identity/access.ts';
import { prefixRoutes } from './route-prefix.ts';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** The service's part of the public API description; the gateway merges all of them. */
export function openApiDocument(app: INestApplication, name: string): OpenAPIObject {
  const config = new DocumentBuilder().setTitle(`Palisade ${name}`).setVersion('1').addBearerAuth().build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  return withProblems(document);
}

/** The same for a service that does not run: nothing of it is started, and nothing that it needs must be there. */
export async function describeApi(name: string, module: Type | object): Promise<OpenAPIObject> {
  const app = await NestFactory.create(module, new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  prefixRoutes(app);
  return openApiDocument(app, name);
}

/** Every call can be refused, and all refusals look alike. */
function withProblems(document: OpenAPIObject): OpenAPIObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(problemSchema, { target: 'draft-2020-12' });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: schema as never },
  };
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (operation) describeRefusals(operation);
    }
  }
  return document;
}

function describeRefusals(operation: Operation): void {
  const refusal = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  });
  const access = (operation as { [ACCESS_EXTENSION]?: Access })[ACCESS_EXTENSION];
  if (access !== undefined && access.level !== 'public') {
    operation.responses['401'] ??= refusal('Nobody is signed in, or the token is no good.');
    operation.responses['403'] ??= refusal('Not allowed to this user, or to this API key.');
  }
  operation.responses.default ??= refusal('Refused; `detail` says why.');
}
