import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { describeRefusals, REFUSALS } from './refusals.ts';
import { prefixRoutes } from './route-prefix.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** The service's part of the public API description; the gateway merges all of them. */
export function openApiDocument(app: INestApplication, name: string): OpenAPIObject {
  const config = new DocumentBuilder().setTitle(`Palisade ${name}`).setVersion('1').addBearerAuth().build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
    standardSchemaConverter: describeSchema,
  });
  return withProblems(document);
}

/** Including schemas of zod's small flavour, which modules loaded by browsers use: they cannot describe themselves. */
function describeSchema(schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }) {
  if (!(schema instanceof z.core.$ZodType)) return undefined;
  const { definitions, ...described } = z.toJSONSchema(schema, { target: 'openapi-3.0', io: schemaType });
  return { schema: described, components: { ...(definitions as object | undefined) } };
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
  // A schema with an id of its own comes as a reference to its definition: the definition is what belongs here.
  const { $defs } = z.toJSONSchema(problemSchema, { target: 'draft-2020-12' });
  const schema = $defs?.Problem;
  if (schema === undefined) throw new Error('the schema of refusals has no definition');
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: schema as never },
    responses: REFUSALS as never,
  };
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (operation === undefined) continue;
      describeRefusals(operation);
      // A controller and its handler may both say that a token is needed.
      if (operation.security) operation.security = [{ bearer: [] }];
    }
  }
  return document;
}
