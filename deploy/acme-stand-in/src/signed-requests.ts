import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, type FlattenedJWSInput, flattenedVerify, importJWK, type JWK } from 'jose';
import { Refusal } from './refusal.ts';

const MAX_NONCES = 10_000;
const MAX_ACCOUNTS = 1_000;
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256'];

export interface Account {
  url: string;
  jwk: JWK;
  thumbprint: string;
}

export interface SignedRequest {
  /** Asks how something is (POST-as-GET) and changes nothing. */
  isRead: boolean;
  payload: Record<string, unknown>;
  /** Null only where a key speaks for itself, which is how an account begins. */
  account: Account | null;
  jwk: JWK;
}

/** Nonces, accounts, and who signed what (RFC 8555, 6.2–6.5). */
export class SignedRequests {
  private readonly nonces = new Set<string>();
  private readonly accounts = new Map<string, Account>();

  newNonce(): string {
    const nonce = randomBytes(16).toString('base64url');
    this.nonces.add(nonce);
    dropOldest(this.nonces, MAX_NONCES);
    return nonce;
  }

  /** The account of a key, created if it does not exist. */
  async accountOf(jwk: JWK, base: string): Promise<{ account: Account; isNew: boolean }> {
    const thumbprint = await calculateJwkThumbprint(jwk);
    const known = [...this.accounts.values()].find((account) => account.thumbprint === thumbprint);
    if (known !== undefined) return { account: known, isNew: false };
    const account = { url: `${base}/accounts/${randomBytes(9).toString('base64url')}`, jwk, thumbprint };
    this.accounts.set(account.url, account);
    dropOldest(this.accounts, MAX_ACCOUNTS);
    return { account, isNew: true };
  }

  /** @throws Refusal */
  async read(body: string, url: string): Promise<SignedRequest> {
    const signed = JSON.parse(body) as FlattenedJWSInput;
    let account: Account | null = null;
    let jwk: JWK = {};
    const { payload, protectedHeader } = await flattenedVerify(
      signed,
      async (header) => {
        account = typeof header?.kid === 'string' ? this.account(header.kid) : null;
        jwk = account?.jwk ?? header?.jwk ?? {};
        return await importJWK(jwk, header?.alg);
      },
      { algorithms: ALGORITHMS },
    ).catch((error: unknown) => {
      throw error instanceof Refusal ? error : new Refusal(400, 'malformed', 'the signature does not hold');
    });
    if (protectedHeader?.url !== url) throw new Refusal(401, 'unauthorized', 'signed for another address');
    if (!this.nonces.delete(String(protectedHeader.nonce))) {
      throw new Refusal(400, 'badNonce', 'this nonce is not, or no longer, one of ours');
    }
    const text = Buffer.from(payload).toString('utf8');
    return {
      isRead: text === '',
      account,
      jwk,
      payload: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  }

  private account(url: string): Account {
    const account = this.accounts.get(url);
    if (account === undefined) throw new Refusal(400, 'accountDoesNotExist', 'we do not know this account');
    return account;
  }
}

/** A set or map that keeps the newest. */
export function dropOldest(kept: Set<unknown> | Map<unknown, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(key);
  }
}
