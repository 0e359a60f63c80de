import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { actOutShell, readIncluded } from './emulated-system.ts';
import { VulnerableShop } from './vulnerable-shop.ts';

export interface VulnerableOrigin {
  readonly port: number;
  close(): void;
}

interface Visit {
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly body: Buffer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Page = (visit: Visit) => string | Promise<string>;

const MAX_UPLOADS = 50;

const INDEX = `<a href="/item?id=1">chair</a> <a href="/search?q=chair">search</a> <a href="/page?file=about.txt">about</a>
<a href="/ping?host=127.0.0.1">ping</a> <a href="/guestbook">guestbook</a> <a href="/profile">profile</a>
<form action="/search"><input name="q" value="chair"></form>
<form action="/login" method="post"><input name="name" value="eve"><input name="password" type="password"></form>
<form action="/guestbook" method="post"><textarea name="entry">hello</textarea></form>
<form action="/upload" method="post" enctype="multipart/form-data"><input type="file" name="file"></form>`;

/**
 * A shop with the holes that scanners look for: SQL in a number, a string, a form, JSON and a cookie; script shown at once
 * and kept; files included by name; a command line; uploads that run. It listens on loopback, reads no file, runs no command,
 * and answers from memory alone. It redirects nowhere: a plain address of another site in a parameter is what log-ins send,
 * so a firewall that stopped it would stop them.
 */
export async function startVulnerableOrigin(): Promise<VulnerableOrigin> {
  const shop = new VulnerableShop();
  const uploads = new Map<string, string>();
  const pages: Readonly<Record<string, Page>> = {
    '/': () => INDEX,
    '/item': ({ query }) => shop.item(query.get('id') ?? '1'),
    '/search': ({ query }) => `<h1>Found for ${query.get('q')}</h1>${shop.search(query.get('q') ?? '')}`,
    '/login': ({ form }) => shop.logIn(form.get('name') ?? '', form.get('password') ?? ''),
    '/api/items': ({ body }) => shop.item(String((JSON.parse(body.toString()) as { id?: unknown }).id)),
    '/profile': ({ request, response }) => {
      if (request.headers.cookie === undefined) response.setHeader('Set-Cookie', 'favourite=1');
      const favourite = /\bfavourite=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '1';
      // As forms are read, too: programs escape cookies in the same way.
      return shop.item(new URLSearchParams(`favourite=${favourite}`).get('favourite') ?? '1');
    },
    '/guestbook': ({ form }) => {
      const entry = form.get('entry');
      if (entry !== null) shop.sign(entry);
      return `<ul>${shop.guestbook()}</ul>`;
    },
    '/page': ({ query }) => readIncluded(query.get('file') ?? 'about.txt'),
    '/ping': async ({ query }) => `<pre>${await actOutShell(`ping -c1 ${query.get('host')}`)}</pre>`,
    '/upload': ({ body, request }) => {
      const [name, content] = fileOf(body, request.headers['content-type'] ?? '');
      if (uploads.size < MAX_UPLOADS) uploads.set(name, content);
      return `kept as /uploads/${name}`;
    },
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const file = uploads.get(pathname.replace(/^\/uploads\//, ''));
    const page = file === undefined ? pages[pathname] : () => actOutPhp(file);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    void buffer(request)
      .then((body) => ({
        query: searchParams,
        form: new URLSearchParams(body.toString()),
        body,
        request,
        response,
      }))
      .then((visit) => page?.(visit) ?? 'no such page')
      .then((html) => {
        if (page === undefined) response.statusCode = 404;
        response.end(html);
      })
      .catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
      shop.close();
    },
  };
}

/** The first file of a form, read as loosely as many scripts do. */
function fileOf(body: Buffer, type: string): [name: string, content: string] {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? '';
  const part = body
    .toString('latin1')
    .split(`--${boundary}`)
    .find((one) => one.includes('filename='));
  const [head = '', content = ''] = part?.split('\r\n\r\n') ?? [];
  return [/filename="?([^"\r\n;]*)/.exec(head)?.[1] ?? 'file', content];
}

/** What PHP would print for `echo` of a product of two numbers; nothing is run. */
const actOutPhp = (file: string): string =>
  file.replace(
    /<\?(?:php|=)?\s*(?:echo)?\s*(\d{1,6})\s*\*\s*(\d{1,6});?\s*(?:\?>)?/gi,
    (_, one: string, other: string) => String(Number(one) * Number(other)),
  );
