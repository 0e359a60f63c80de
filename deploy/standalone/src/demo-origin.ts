// A small shop, the origin of the demo domain: something to protect, and to attack.

import { createServer } from 'node:http';
import { escapeMarkup } from '@palisade/basics';
import { answerOf } from './demo/origin-sites.ts';

const PRODUCTS = ['Oak fence panel', 'Iron gate', 'Stone wall kit', 'Watchtower lamp', 'Moat liner, 20 m'];
const port = Number(process.argv[2]);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.6 system-ui;max-width:42rem;margin:3rem auto;padding:0 1rem}input{font:inherit;padding:.3rem}</style>
</head><body><h1>${title}</h1>${body}
<p><small>This is the demo origin. You reached it through Palisade.</small></p></body></html>`;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://origin');
  if (url.pathname === '/readyz') {
    response.end('ok');
    return;
  }
  const answer = answerOf(request.headers.host ?? '', url);
  if (answer !== null) {
    request.resume();
    if (answer.cacheControl !== undefined) response.setHeader('cache-control', answer.cacheControl);
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.body);
    return;
  }
  if (request.method === 'POST') {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ received_bytes: bytes, path: url.pathname }));
    });
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const wanted = url.searchParams.get('q') ?? '';
  const found = PRODUCTS.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  const list = found.map((name) => `<li>${name}</li>`).join('');
  response.end(
    page(
      'Castle supplies',
      `<form><input name="q" aria-label="Search" value="${escapeMarkup(wanted)}"> <button>Search</button></form>
       <ul>${list || '<li>Nothing found</li>'}</ul>
       <p>Try an attack: <a href="/?q=%27%20OR%201%3D1--">SQL injection</a>,
       <a href="/?q=%3Cscript%3Ealert(1)%3C/script%3E">cross-site scripting</a>,
       <a href="/download?file=../../../../etc/passwd">path traversal</a>.</p>`,
    ),
  );
});

server.listen(port, '127.0.0.1');
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
