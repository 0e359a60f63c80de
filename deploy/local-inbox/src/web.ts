import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type MailStore, parse } from './mail-store.ts';
import { listPage, mailPage } from './page.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A mail is a stranger's document: no scripts, no forms, nothing from elsewhere, and an origin of its own. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Pages to read the mails, the same as JSON under /api/mails, and /readyz. */
export async function startWeb(store: MailStore, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(store, request, response).catch((error: unknown) => {
      send(response, 500, 'text/plain', String(error));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function answer(store: MailStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox');
  const search = (searchParams.get('search') ?? '').slice(0, 200);
  if (request.method === 'POST' && pathname === '/clear' && isOwnForm(request)) {
    store.clear();
    response.writeHead(303, { location: '/' }).end();
    return;
  }
  if (request.method !== 'GET') return send(response, 405, 'text/plain', 'GET only');
  if (pathname === '/readyz') return send(response, 200, 'text/plain', 'ok');
  if (pathname === '/') return send(response, 200, 'text/html', listPage(store.list(search), search));
  if (pathname === '/api/mails') return json(response, store.list(search));
  const [, api, id = '', part] = /^(\/api)?\/mails\/([0-9a-f-]+)(?:\/(html|raw))?$/.exec(pathname) ?? [];
  const raw = store.raw(id);
  if (raw === null) return send(response, 404, 'text/plain', 'There is no such mail');
  if (part === 'raw') return send(response, 200, 'message/rfc822', raw);
  const mail = await parse(raw);
  if (part === 'html') return send(response, 200, 'text/html', mail.html ?? '', MAIL_POLICY);
  if (api) {
    return json(response, {
      from: mail.from,
      to: mail.to,
      subject: mail.subject,
      headers: mail.headers.map(({ key, value }) => ({ key, value })),
      text: mail.text,
      html: mail.html,
    });
  }
  return send(response, 200, 'text/html', mailPage(id, mail));
}

/** Another site's form in the same browser must not empty the inbox. */
const isOwnForm = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin';

const json = (response: ServerResponse, body: unknown): void =>
  send(response, 200, 'application/json', JSON.stringify(body));

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  policy = PAGE_POLICY,
): void {
  response.writeHead(status, {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(body);
}
