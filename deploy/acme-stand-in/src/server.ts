import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DemoAuthority } from './authority.ts';
import { Orders } from './orders.ts';
import { Refusal } from './refusal.ts';
import { type Account, type SignedRequest, SignedRequests } from './signed-requests.ts';

const MAX_BODY_BYTES = 64 * 1024;

export interface AcmeStandInOptions {
  port: number;
  /** Where its root is kept. */
  folder: string;
  /** Where edges answer over HTTP. */
  edgeHttpPort: number;
}

interface Answer {
  status?: number;
  body: object | string | Buffer | null;
  type?: string;
  headers?: Record<string, string>;
}

/** An ACME authority for the demo's names, on loopback. */
export async function startAcmeStandIn(options: AcmeStandInOptions) {
  const authority = await DemoAuthority.open(options.folder);
  const requests = new SignedRequests();
  const orders = new Orders(authority, options.edgeHttpPort);
  let base = '';

  const open: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    '/dir': () => ({
      body: {
        newNonce: `${base}/nonce`,
        newAccount: `${base}/accounts`,
        newOrder: `${base}/orders`,
        revokeCert: `${base}/revocations`,
        renewalInfo: `${base}/renewals`,
        meta: { website: `${base}/root.pem` },
      },
    }),
    '/nonce': () => ({ body: null }),
    '/root.pem': () => ({ body: authority.rootPem, type: 'application/x-pem-file' }),
    '/list.crl': async () => ({ body: await authority.list(), type: 'application/pkix-crl' }),
  };

  async function act(path: string, request: SignedRequest): Promise<Answer> {
    const [, kind = '', id = '', further = ''] = path.split('/');
    if (kind === 'accounts' && id === '') return await newAccount(request);
    const account = signedIn(request);
    if (kind === 'accounts') return { body: { status: 'valid' } };
    if (kind === 'orders' && id === '') {
      const made = orders.create(account, request.payload.identifiers, request.payload.replaces);
      const headers = { location: `${base}/orders/${made}` };
      return { status: 201, body: orders.describe(account, made, base), headers };
    }
    if (kind === 'orders') {
      if (further === 'finalize') await orders.finalize(account, id, request.payload.csr, base);
      return { body: orders.describe(account, id, base) };
    }
    if (kind === 'authorizations') return { body: orders.describeAuthorization(account, id, base) };
    if (kind === 'challenges') {
      if (!request.isRead) orders.prove(account, id);
      return { body: orders.describeChallenge(account, id, base) };
    }
    if (kind === 'certificates') {
      return { body: orders.certificate(account, id), type: 'application/pem-certificate-chain' };
    }
    if (kind === 'revocations') {
      const certificate = Uint8Array.from(Buffer.from(String(request.payload.certificate), 'base64url'));
      if (!(await authority.revoke(certificate))) throw new Refusal(403, 'unauthorized', 'not one of ours');
      return { body: null };
    }
    throw new Refusal(404, 'malformed', 'there is no such address');
  }

  async function newAccount({ jwk }: SignedRequest): Promise<Answer> {
    const { account, isNew } = await requests.accountOf(jwk, base);
    return { status: isNew ? 201 : 200, body: { status: 'valid' }, headers: { location: account.url } };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method === 'POST') {
      return await act(path, await requests.read(await readBody(request), `${base}${path}`));
    }
    if (path.startsWith('/renewals/')) return { body: authority.renewal(path.slice('/renewals/'.length)) };
    const page = open[path];
    if (page === undefined) throw new Refusal(404, 'malformed', 'there is no such address');
    return await page();
  }

  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown): Answer => {
        const refusal =
          error instanceof Refusal ? error : new Refusal(400, 'malformed', 'this cannot be read');
        return { status: refusal.status, body: refusal.document, type: 'application/problem+json' };
      })
      .then((sent) => send(response, sent, requests.newNonce()));
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    directory: `${base}/dir`,
    rootPem: authority.rootPem,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function signedIn({ account }: SignedRequest): Account {
  if (account === null) throw new Refusal(400, 'malformed', 'an account is missing');
  return account;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'malformed', 'this is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status = 200, body, type, headers }: Answer, nonce: string): void {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, {
    'replay-nonce': nonce,
    'cache-control': 'no-store',
    'content-type': type ?? 'application/json',
    ...headers,
  });
  response.end(body === null ? '' : isText ? body : JSON.stringify(body));
}
