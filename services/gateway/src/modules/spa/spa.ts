import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { Logger } from '@nestjs/common';
import { DomainError, sendProblem } from '@palisade/nest-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Vite names these after their content. */
const HASHED = /^\/assets\//;
const HAS_EXTENSION = /\.[A-Za-z0-9]{1,8}$/;
const logger = new Logger('Spa');

/** The built single-page application: files as they are, and its page for every address that is one of its screens. */
export async function registerSpa(scope: FastifyInstance, directory: string): Promise<void> {
  const root = path.resolve(directory);
  if (!existsSync(path.join(root, 'index.html'))) {
    logger.warn({ directory: root }, 'there is no built application; only the API is served');
  }
  await scope.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    etag: true,
  });
  scope.setErrorHandler((error, request, reply) =>
    sendProblem(error, request, reply, (unexpected) =>
      logger.error({ err: unexpected, request_id: request.id }, 'unexpected error'),
    ),
  );
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => serve(root, request, reply),
  });
}

function serve(root: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = fileOf(root, request.url);
  if (file !== null) {
    void reply.header(
      'cache-control',
      HASHED.test(request.url) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    );
    return reply.sendFile(file);
  }
  const [address = ''] = request.url.split('?');
  if (HAS_EXTENSION.test(address) || /^\/api(?:\/|$)/.test(address)) {
    throw new DomainError('not_found', 'no_such_path', 'Not found');
  }
  void reply.header('cache-control', 'no-cache');
  return reply.sendFile('index.html');
}

/** The file below `root` that an address names, relative to it; `null` if there is none. */
function fileOf(root: string, url: string): string | null {
  let address: string;
  try {
    address = decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return null;
  }
  const file = path.resolve(root, `.${address}`);
  const isBelow = file.startsWith(root + path.sep);
  if (!isBelow || address.includes('\0') || !HAS_EXTENSION.test(address) || !existsSync(file)) return null;
  return path.relative(root, file);
}
