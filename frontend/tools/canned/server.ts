// The built SPA on loopback with canned API answers, under the gateway's content security policy: what the tools that
// take pictures and figures look at.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromiumPath } from '@palisade/testing/chromium';
import { type BrowserContext, chromium } from 'playwright-core';
import type { CurrentUser } from '../../src/shared/api/openapi.gen.ts';
import { answer } from './answers.ts';
import { gathered } from './gathered.ts';
import { plans } from './plans.ts';
import type { Reply } from './reply.ts';
import { staticPagesOf } from './static-pages.ts';

const ownBuild = path.join(import.meta.dirname, '../../dist');
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.html': 'text/html',
  '.txt': 'text/plain',
  '.png': 'image/png',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.vtt': 'text/vtt',
};
// So that a screen that needs an inline style or script shows it here.
const csp =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types palisade-payment palisade-preview palisade-worker default";

/** What would go on as long as somebody listens. */
const STREAMS: ReadonlySet<string> = new Set(['/api/dashboard/live', '/api/dashboard/logs/live']);

/** An answer to use instead of the canned one, if there is one; paths are those of the API, `/api/domains`. */
type Special = (method: string, path: string, query: URLSearchParams) => Reply | undefined;

/** @param who is signed in */
export async function serveCanned(
  who: () => CurrentUser | null,
  special: Special = () => undefined,
  dist = ownBuild,
) {
  const pageAt = await staticPagesOf(dist, plans);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? 'GET';
    // Nothing happens here, and a stream that is open would keep a page from being complete.
    if (STREAMS.has(pathname)) {
      response.writeHead(204).end();
      return;
    }
    if (pathname.startsWith('/api/')) {
      const replyTo = (at: string, query: URLSearchParams): Reply =>
        special(method, at, query) ??
        gathered(at, (part) => replyTo(part, new URLSearchParams())) ??
        answer(method, at, who()) ?? { status: 404, body: { detail: 'Nothing canned' } };
      const canned = replyTo(pathname, searchParams);
      if (canned === 'never') return;
      response.writeHead(canned.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(canned.body));
      return;
    }
    const headers = { 'content-security-policy': csp };
    const stale = special('GET', '/api/plans', searchParams) !== undefined;
    const page = pageAt(pathname, searchParams.size > 0, stale);
    if (page !== undefined) {
      response.writeHead(200, { ...headers, 'content-type': 'text/html' });
      response.end(page);
      return;
    }
    const file = path.join(dist, pathname);
    const found = pathname !== '/' && existsSync(file) ? file : path.join(dist, 'index.html');
    const type = types[path.extname(found)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type });
    createReadStream(found).pipe(response);
  });
  return listening(server);
}

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A folder on loopback under the same policy. */
export async function serveFolder(folder: string, index: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, pathname === '/' ? index : pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'content-security-policy': csp,
    });
    createReadStream(file).pipe(response);
  });
  return listening(server);
}

/** Debian's Chromium without its background traffic. */
export function launchChromium(args: string[] = []) {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      ...args,
    ],
  });
}

/** Stores a session in a context, as a reload finds it, and keeps the newsletter pop-up away. */
export function signIn(context: BrowserContext, user: CurrentUser | null) {
  return context.addInitScript(
    ([stored]) => {
      localStorage.setItem('newsletter_subscribed', 'true');
      if (stored) {
        localStorage.setItem('token', 'canned');
        localStorage.setItem('user', stored);
      }
    },
    [user && JSON.stringify(user)] as const,
  );
}
