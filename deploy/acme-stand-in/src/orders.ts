import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import type { DemoAuthority } from './authority.ts';
import { Refusal } from './refusal.ts';
import { type Account, dropOldest } from './signed-requests.ts';

const MAX_ORDERS = 1_000;
const MAX_NAMES = 100;
const LIFE_MS = 3_600_000;
const CHECK_TIMEOUT_MS = 5_000;
const MAX_ANSWER_LENGTH = 1_024;
/** Names that can exist on one machine only (RFC 6761). */
const OUR_NAMES = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?:localhost|test)$/;

interface Authorization {
  id: string;
  name: string;
  token: string;
  status: 'pending' | 'valid' | 'invalid';
  problem: object | null;
  account: Account;
}

interface Order {
  id: string;
  account: Account;
  names: string[];
  authorizations: Authorization[];
  expires: Date;
  certificate: string | null;
}

/** Orders and what they need to be proved (RFC 8555, 7.4 and 7.5), by http-01. */
export class Orders {
  private readonly authority: DemoAuthority;
  private readonly httpPort: number;
  private readonly orders = new Map<string, Order>();
  private readonly authorizations = new Map<string, Authorization>();
  private readonly replaced = new Set<string>();

  /** @param httpPort where every name answers, on this machine */
  constructor(authority: DemoAuthority, httpPort: number) {
    this.authority = authority;
    this.httpPort = httpPort;
  }

  /** @throws Refusal `rejectedIdentifier`, `malformed`, `alreadyReplaced` */
  create(account: Account, identifiers: unknown, replaces: unknown): string {
    const names = Array.isArray(identifiers) ? identifiers.map(nameOf) : [];
    if (names.length === 0 || names.length > MAX_NAMES)
      throw new Refusal(400, 'malformed', 'names are missing');
    this.noteReplaced(replaces);
    const authorizations = names.map((name): Authorization => {
      const [id, token] = [newId(), randomBytes(32).toString('base64url')];
      return { id, name, token, status: 'pending', problem: null, account };
    });
    const order = {
      id: newId(),
      account,
      names,
      authorizations,
      expires: new Date(Date.now() + LIFE_MS),
      certificate: null,
    };
    this.orders.set(order.id, order);
    for (const authorization of authorizations) this.authorizations.set(authorization.id, authorization);
    dropOldest(this.orders, MAX_ORDERS);
    dropOldest(this.authorizations, MAX_ORDERS * 4);
    return order.id;
  }

  describe(account: Account, id: string, base: string): object {
    const order = ours(this.orders.get(id), account);
    return {
      status: statusOf(order),
      expires: order.expires.toISOString(),
      identifiers: order.names.map((value) => ({ type: 'dns', value })),
      authorizations: order.authorizations.map(
        (authorization) => `${base}/authorizations/${authorization.id}`,
      ),
      finalize: `${base}/orders/${id}/finalize`,
      ...(order.certificate !== null && { certificate: `${base}/certificates/${id}` }),
    };
  }

  describeAuthorization(account: Account, id: string, base: string): object {
    const { name, status } = ours(this.authorizations.get(id), account);
    const challenges = [this.describeChallenge(account, id, base)];
    return { identifier: { type: 'dns', value: name }, status, challenges };
  }

  describeChallenge(account: Account, id: string, base: string): object {
    const { token, status, problem } = ours(this.authorizations.get(id), account);
    const url = `${base}/challenges/${id}`;
    return { type: 'http-01', url, token, status, ...(problem !== null && { error: problem }) };
  }

  /** Looks for the answer; the client asks later what came of it. */
  prove(account: Account, id: string): void {
    const authorization = ours(this.authorizations.get(id), account);
    if (authorization.status !== 'pending') return;
    const expected = `${authorization.token}.${account.thumbprint}`;
    void this.look(authorization).then((found) => {
      authorization.status = found === expected ? 'valid' : 'invalid';
      if (found === expected) return;
      authorization.problem = new Refusal(
        403,
        'unauthorized',
        `${authorization.name} gave another answer`,
      ).document;
    });
  }

  /** @throws Refusal `orderNotReady`, `badCSR` */
  async finalize(account: Account, id: string, csr: unknown, base: string): Promise<void> {
    const order = ours(this.orders.get(id), account);
    if (statusOf(order) !== 'ready') throw new Refusal(403, 'orderNotReady', 'not every name is proved');
    try {
      const request = Uint8Array.from(Buffer.from(String(csr), 'base64url'));
      order.certificate = await this.authority.sign(request, order.names, `${base}/list.crl`);
    } catch (error) {
      throw new Refusal(400, 'badCSR', (error as Error).message);
    }
  }

  certificate(account: Account, id: string): string {
    const { certificate } = ours(this.orders.get(id), account);
    if (certificate === null) throw new Refusal(404, 'malformed', 'there is no certificate yet');
    return certificate;
  }

  /** A certificate is replaced once (RFC 9773, 5). */
  private noteReplaced(id: unknown): void {
    if (typeof id !== 'string') return;
    if (this.replaced.has(id))
      throw new Refusal(409, 'alreadyReplaced', 'this certificate was replaced before');
    this.replaced.add(id);
    dropOldest(this.replaced, MAX_ORDERS);
  }

  private look({ name, token }: Authorization): Promise<string | null> {
    return new Promise((resolve) => {
      const request = get(
        {
          host: '127.0.0.1',
          port: this.httpPort,
          path: `/.well-known/acme-challenge/${token}`,
          headers: { host: name },
          agent: false,
          timeout: CHECK_TIMEOUT_MS,
        },
        (response) => {
          let text = '';
          response.setEncoding('latin1');
          response.on('data', (chunk: string) => {
            text += chunk;
            if (text.length > MAX_ANSWER_LENGTH) request.destroy();
          });
          response.on('close', () => resolve(response.statusCode === 200 ? text.trim() : null));
          response.on('error', () => resolve(null));
        },
      );
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(null));
    });
  }
}

function nameOf(identifier: unknown): string {
  const { type, value } = (identifier ?? {}) as { type?: unknown; value?: unknown };
  const name = String(value).toLowerCase();
  if (type !== 'dns' || !OUR_NAMES.test(name)) {
    throw new Refusal(
      400,
      'rejectedIdentifier',
      'the demo authority signs names below .localhost and .test only',
    );
  }
  return name;
}

function statusOf({ certificate, authorizations }: Order): string {
  if (certificate !== null) return 'valid';
  if (authorizations.some(({ status }) => status === 'invalid')) return 'invalid';
  return authorizations.every(({ status }) => status === 'valid') ? 'ready' : 'pending';
}

function ours<T extends { account: Account }>(thing: T | undefined, account: Account): T {
  if (thing === undefined || thing.account !== account)
    throw new Refusal(404, 'malformed', 'there is no such thing');
  return thing;
}

const newId = (): string => randomBytes(9).toString('base64url');
