import { applyDecorators, Controller } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';

// For controllers that are made for several services: what the API's description says of them comes from arguments.

export const TaggedController = (tag: string, path: string): ClassDecorator =>
  applyDecorators(ApiTags(tag), Controller(path));

/** Names a call, which bears its method's name otherwise. @param answer what it answers with 200 */
export const Operation = (operationId: string, answer: z.ZodType): MethodDecorator =>
  applyDecorators(
    ApiOperation({ operationId, summary: undefined }),
    ApiOkResponse({ standardSchema: answer }),
  );
