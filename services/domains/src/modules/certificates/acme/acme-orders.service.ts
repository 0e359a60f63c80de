import { generateKeyPair as generateKeyPairCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import * as acme from 'acme-client';
import { type AcmeErrorDocument, acmeFault, IssuanceError } from './acme.errors.ts';
import { AcmeAccountsService } from './acme-accounts.service.ts';
import { poll } from './poll.ts';

const generateKeyPair = promisify(generateKeyPairCallback);

const VALIDATION_LIMIT_MS = 90_000;
const ORDER_LIMIT_MS = 90_000;
const CONCURRENCY = 5;

/** Proves control of one name to the authority. */
export interface Prover {
  /** The kind of challenge for a name; wildcard names come without `*.`. */
  kindFor(name: string, wildcard: boolean): 'http-01' | 'dns-01';
  /** Publishes a proof, and returns once the authority can see it. */
  show(kind: 'http-01' | 'dns-01', name: string, token: string, proof: string): Promise<void>;
  remove(kind: 'http-01' | 'dns-01', name: string, token: string, proof: string): Promise<void>;
}

export interface Obtained {
  chainPem: string;
  keyPem: string;
}

/** The steps of an order (RFC 8555, 7.1): order → a proof per name → request → certificate. */
@Injectable()
export class AcmeOrdersService {
  constructor(private readonly accounts: AcmeAccountsService) {}

  /**
   * @param replaces id of the previous certificate (RFC 9773, 5), so that the order does not count towards limits
   * @throws IssuanceError, and network errors
   */
  async obtain(names: readonly string[], prover: Prover, replaces: string | null = null): Promise<Obtained> {
    try {
      return await this.order(names, prover, replaces);
    } catch (error) {
      if (error instanceof IssuanceError && error.fault.code === 'account_unknown')
        await this.accounts.forget();
      throw error;
    }
  }

  private async order(names: readonly string[], prover: Prover, replaces: string | null): Promise<Obtained> {
    const client = await this.accounts.client();
    const order = await begin(client, names, replaces);
    const authorizations = await client.getAuthorizations(order);
    for (let start = 0; start < authorizations.length; start += CONCURRENCY) {
      const some = authorizations.slice(start, start + CONCURRENCY);
      await Promise.all(some.map((authorization) => prove(client, order, authorization, prover)));
    }
    const ready = await settled(client, order, ['pending']);
    const { privateKey } = await generateKeyPair('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const [, request] = await acme.crypto.createCsr({ altNames: [...names] }, privateKey);
    if (ready.status === 'ready') await client.finalizeOrder(ready, request);
    const valid = await settled(client, order, ['ready', 'processing']);
    return { chainPem: await client.getCertificate(valid), keyPem: privateKey };
  }
}

async function begin(
  client: acme.Client,
  names: readonly string[],
  replaces: string | null,
): Promise<acme.Order> {
  const identifiers = names.map((value) => ({ type: 'dns', value }));
  if (replaces === null) return await client.createOrder({ identifiers });
  const replacing: Parameters<acme.Client['createOrder']>[0] & { replaces: string } = {
    identifiers,
    replaces,
  };
  try {
    return await client.createOrder(replacing);
  } catch (error) {
    // Already replaced, or another account's: order without `replaces`.
    if (!(error instanceof IssuanceError) || error.fault.code !== 'authority_refused') throw error;
    return await client.createOrder({ identifiers });
  }
}

async function prove(
  client: acme.Client,
  order: acme.Order,
  authorization: acme.Authorization,
  prover: Prover,
): Promise<void> {
  // Proofs of earlier orders may still be valid.
  if (authorization.status === 'valid') return;
  const name = authorization.identifier.value;
  const kind = prover.kindFor(name, authorization.wildcard === true);
  const challenge = authorization.challenges.find(({ type }) => type === kind);
  if (challenge === undefined) {
    throw new IssuanceError(
      acmeFault({ type: 'urn:ietf:params:acme:error:rejectedIdentifier', detail: `no ${kind} for ${name}` }),
    );
  }
  const proof = await client.getChallengeKeyAuthorization(challenge);
  try {
    await prover.show(kind, name, challenge.token, proof);
    await client.completeChallenge(challenge);
    await validated(client, order, authorization);
  } finally {
    await prover.remove(kind, name, challenge.token, proof);
  }
}

async function validated(
  client: acme.Client,
  order: acme.Order,
  authorization: acme.Authorization,
): Promise<void> {
  const result = await poll(VALIDATION_LIMIT_MS, async () => {
    const [now] = await client.getAuthorizations({ ...order, authorizations: [authorization.url] });
    return now === undefined || now.status === 'pending' ? null : now;
  });
  if (result === null) throw new IssuanceError(slowAuthority());
  if (result.status === 'valid') return;
  const failed = result.challenges.find((challenge) => challenge.error !== undefined);
  const fault = acmeFault(
    (failed?.error as AcmeErrorDocument | undefined) ?? { detail: `authorization ${result.status}` },
  );
  const { value } = result.identifier;
  throw new IssuanceError({ ...fault, names: [result.wildcard === true ? `*.${value}` : value] });
}

/** Waits while the order has one of these statuses. */
async function settled(
  client: acme.Client,
  order: acme.Order,
  during: readonly acme.Order['status'][],
): Promise<acme.Order> {
  const result = await poll(ORDER_LIMIT_MS, async () => {
    const now = await client.getOrder(order);
    return during.includes(now.status) ? null : now;
  });
  if (result === null) throw new IssuanceError(slowAuthority());
  if (result.status !== 'invalid') return result;
  throw new IssuanceError(
    acmeFault((result as { error?: AcmeErrorDocument }).error ?? { detail: 'the order failed' }),
  );
}

const slowAuthority = () => ({
  code: 'authority_slow',
  message: 'The certificate authority did not finish in time.',
  mendedBy: 'time' as const,
  retryAfter: 0,
});
