import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { Logger } from '@nestjs/common';
import { type Company, DomainError, sendProblem } from '@palisade/nest-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keepPagesFresh } from './fresh-pages.ts';
import { currentPages, type StaticFile, type StaticPages } from './static-pages.ts';

/** Vite names these by content hash. */
const HASHED = /^\/assets\//;
/** Preview pictures of links. */
const SHARED = /^\/share\.png(?:\?|$)/;
const HAS_EXTENSION = /\.[A-Za-z0-9]{1,8}$/;
const logger = new Logger('Spa');

/**
 * Serves the built single-page application: its files, a static page for every public address, and the app's shell for
 * its other screens. Unknown addresses get 404 with the page for it.
 */
export async function registerSpa(
  scope: FastifyInstance,
  { directory, publicUrl, company }: { directory: string; publicUrl: string; company: Company },
): Promise<void> {
  const root = path.resolve(directory);
  if (!existsSync(path.join(root, 'index.html'))) {
    logger.warn({ directory: root }, 'built application not found; serving only the API');
  }
  const pages = currentPages(root, publicUrl);
  await keepPagesFresh(scope, root, pages, company);
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
    handler: (request, reply) => serve(root, pages(), request, reply),
  });
}

function serve(
  root: string,
  pages: StaticPages | null,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const found = pages?.find(request.url);
  if (found?.kind === 'file') return sendPage(found.file, request, reply);
  const file = fileOf(root, request.url);
  if (file !== null) {
    void reply.header(
      'cache-control',
      HASHED.test(request.url) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    );
    if (SHARED.test(request.url)) void reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply.sendFile(file);
  }
  const [address = ''] = request.url.split('?');
  if ((HAS_EXTENSION.test(address) && found?.kind !== 'varying') || /^\/api(?:\/|$)/.test(address)) {
    throw new DomainError('not_found', 'no_such_path', 'Not found');
  }
  if (found?.kind === 'redirect') return reply.redirect(found.to, 308);
  if (found?.kind === 'missing') return sendPage(found.file, request, reply.code(404));
  const shell = pages?.shell;
  if (shell) return sendPage(shell, request, reply);
  void reply.header('cache-control', 'no-cache');
  return reply.sendFile('index.html');
}

function sendPage(
  { type, body, etag }: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.headers({ 'cache-control': 'no-cache', 'content-type': type, etag });
  const isKnown = reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag);
  return isKnown ? reply.code(304).send() : reply.send(body);
}

/** The file below `root` for a URL, as a relative path; `null` if there is none. */
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
