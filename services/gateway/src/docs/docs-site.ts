import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { Logger } from '@nestjs/common';
import { DomainError, sendProblem } from '@palisade/nest-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';

const PREFIX = '/docs';
/** The build names these by content hash. */
const HASHED = /^\/docs\/assets\//;
const NOT_FOUND = '404.html';
const HAS_EXTENSION = /\.[A-Za-z0-9]{1,8}$/;
const logger = new Logger('DocsSite');

/** Usual address of an API reference, which is a chapter of this site. */
const API_PREFIX = '/api/docs';
const API_CALLS = `${PREFIX}/api/calls`;

/** Lists the canonical address of each page for search engines. */
const SITEMAP = `${PREFIX}/sitemap.xml`;

/**
 * Serves the built documentation (`docs`): pages without `.html`, their files, and a sitemap.
 * @param publicUrl the product's address for users
 */
export async function registerDocs(
  scope: FastifyInstance,
  directory: string,
  publicUrl: string,
): Promise<void> {
  const root = path.resolve(directory);
  const files = existsSync(path.join(root, 'index.html')) ? filesByAddress(root) : new Map<string, string>();
  if (files.size === 0) logger.warn({ directory: root }, 'built documentation not found; not serving docs');
  await scope.register(fastifyStatic, { root, serve: false, index: false, cacheControl: false, etag: true });
  scope.setErrorHandler((error, request, reply) =>
    sendProblem(error, request, reply, (unexpected) =>
      logger.error({ err: unexpected, request_id: request.id }, 'unexpected error'),
    ),
  );
  const { origin } = new URL(publicUrl);
  for (const url of [PREFIX, `${PREFIX}/*`]) {
    scope.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => serve(files, origin, request.url, reply),
    });
  }
  for (const url of [API_PREFIX, `${API_PREFIX}/*`]) {
    scope.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => reply.redirect(apiPageOf(files, request.url), 308),
    });
  }
  const sitemap = sitemapOf(files, origin);
  scope.route({
    method: ['GET', 'HEAD'],
    url: SITEMAP,
    handler: (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/xml; charset=utf-8' })
        .send(sitemap),
  });
}

/** The page of a topic, such as "/api/docs/domains"; the list of all calls if there is none. */
function apiPageOf(files: ReadonlyMap<string, string>, url: string): string {
  const [address = ''] = url.split('?', 1);
  const page = `${PREFIX}/api${address.slice(API_PREFIX.length).replace(/\/$/, '')}`;
  return page !== `${PREFIX}/api` && files.has(page) ? page : API_CALLS;
}

/** https://www.sitemaps.org/protocol.html */
function sitemapOf(files: ReadonlyMap<string, string>, origin: string): string {
  const pages = [...files].filter(([, file]) => isPage(file));
  const addresses = pages.map(([address]) => address).sort();
  const entries = addresses.map((address) => `  <url><loc>${origin}${encodeURI(address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

const isPage = (file: string): boolean => file.endsWith('.html');

/** Only these files are served, so that no address reaches the file system. */
function filesByAddress(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return new Map(files.filter((file) => file !== NOT_FOUND).map((file) => [addressOf(file), file]));
}

const addressOf = (file: string): string =>
  file === 'index.html' ? PREFIX : `${PREFIX}/${file.replace(/\.html$/, '')}`;

function serve(
  files: ReadonlyMap<string, string>,
  origin: string,
  url: string,
  reply: FastifyReply,
): FastifyReply {
  const [address = ''] = url.split('?', 1);
  const query = url.slice(address.length);
  const file = files.get(address);
  if (file !== undefined) {
    const cached = HASHED.test(address) ? 'public, max-age=31536000, immutable' : 'no-cache';
    void reply.header('cache-control', cached);
    if (isPage(file)) void reply.header('link', `<${origin}${encodeURI(address)}>; rel="canonical"`);
    return reply.sendFile(file);
  }
  if (HAS_EXTENSION.test(address)) throw new DomainError('not_found', 'no_such_path', 'Not found');
  const tidy = (address.endsWith('/') ? address.slice(0, -1) : address).toLowerCase();
  if (tidy !== address && files.has(tidy)) return reply.redirect(tidy + query, 308);
  if (files.size === 0) throw new DomainError('not_found', 'no_such_path', 'Not found');
  void reply.code(404).header('cache-control', 'no-cache');
  return reply.sendFile(NOT_FOUND);
}
