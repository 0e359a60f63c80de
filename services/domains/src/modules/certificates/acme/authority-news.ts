import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import * as x509 from '@peculiar/x509';
import * as acme from 'acme-client';
import { LRUCache } from 'lru-cache';
import { AcmeAccounts } from './acme-accounts.ts';

const LARGEST_LIST = 8 * 1024 * 1024;
const LIST_FRESH_MS = 3_600_000;
const LISTS_KEPT = 20;

export interface News {
  revoked: boolean;
  /** The moment from which the authority wants it replaced; null if it says nothing. */
  renewFrom: Date | null;
}

interface Directory {
  renewalInfo?: unknown;
}

/**
 * What an authority says about a certificate that it issued: when it should be replaced (ARI, RFC 9773, which is also
 * how it announces a revocation), and whether it is on the list of revoked ones that it names (RFC 5280, 5). Read with
 * our own authority's certificates only; an uploaded one could name any address.
 */
@Injectable()
export class AuthorityNews {
  private readonly logger = new Logger('AuthorityNews');
  private readonly lists = new LRUCache<string, x509.X509Crl>({ max: LISTS_KEPT, ttl: LIST_FRESH_MS });

  constructor(private readonly accounts: AcmeAccounts) {}

  /** Never rejects: no news is a certificate in order. */
  async of(chainPem: string): Promise<News> {
    const [leaf, issuer] = acme.crypto.splitPemChain(chainPem);
    const [renewFrom, revoked] = await Promise.all([
      this.quiet('renewal information', null, () => this.renewFrom(leaf!)),
      this.quiet('the list of revoked certificates', false, () => this.isListed(leaf!, issuer)),
    ]);
    return { revoked, renewFrom };
  }

  /** A moment within the suggested window, at random, as the authority asks. */
  private async renewFrom(leafPem: string): Promise<Date | null> {
    const { data: directory } = await acme.axios.get<Directory>(this.accounts.directoryUrl);
    if (typeof directory.renewalInfo !== 'string') return null;
    const leaf = new x509.X509Certificate(leafPem);
    const authority = leaf.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId;
    if (authority === undefined) return null;
    const id = [authority, leaf.serialNumber]
      .map((hex) => Buffer.from(hex, 'hex').toString('base64url'))
      .join('.');
    const { data, status } = await acme.axios.get<{ suggestedWindow?: { start?: string; end?: string } }>(
      `${directory.renewalInfo.replace(/\/$/, '')}/${id}`,
    );
    const [start, end] = [
      Date.parse(data.suggestedWindow?.start ?? ''),
      Date.parse(data.suggestedWindow?.end ?? ''),
    ];
    if (status !== 200 || !(start < end)) return null;
    return new Date(start + Math.random() * (end - start));
  }

  private async isListed(leafPem: string, issuerPem: string | undefined): Promise<boolean> {
    const leaf = new x509.X509Certificate(leafPem);
    const url = listAddress(leaf);
    if (url === null || issuerPem === undefined) return false;
    const list = this.lists.get(url) ?? (await this.fetchList(url, issuerPem));
    return list.findRevoked(leaf.serialNumber) !== null;
  }

  private async fetchList(url: string, issuerPem: string): Promise<x509.X509Crl> {
    const { data } = await acme.axios.get<ArrayBuffer>(url, {
      responseType: 'arraybuffer',
      maxContentLength: LARGEST_LIST,
    });
    const list = new x509.X509Crl(data);
    const publicKey = new X509Certificate(issuerPem).publicKey.export({ type: 'spki', format: 'der' });
    if (!(await list.verify({ publicKey: new x509.PublicKey(publicKey) }))) {
      throw new Error('the list of revoked certificates is not signed by their issuer');
    }
    this.lists.set(url, list);
    return list;
  }

  private async quiet<T>(what: string, otherwise: T, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      this.logger.warn({ err: error }, `${what} cannot be read now`);
      return otherwise;
    }
  }
}

/** The first HTTP address of the certificate's CRL distribution points. */
function listAddress(leaf: x509.X509Certificate): string | null {
  const points = leaf.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? [];
  for (const { distributionPoint } of points) {
    for (const { uniformResourceIdentifier: url } of distributionPoint?.fullName ?? []) {
      if (url?.startsWith('http://') || url?.startsWith('https://')) return url;
    }
  }
  return null;
}
