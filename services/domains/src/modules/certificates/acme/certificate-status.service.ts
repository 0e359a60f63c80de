import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import * as x509 from '@peculiar/x509';
import * as acme from 'acme-client';
import { LRUCache } from 'lru-cache';
import { AcmeAccountsService } from './acme-accounts.service.ts';

const MAX_LIST = 8 * 1024 * 1024;
const LIST_FRESH_MS = 3_600_000;
const LISTS_KEPT = 20;

export interface AuthorityStatus {
  revoked: boolean;
  /** When the authority wants it renewed; null: no information. In the past: at once. */
  window: RenewalWindow | null;
}

export interface RenewalWindow {
  start: Date;
  end: Date;
}

interface Directory {
  renewalInfo?: unknown;
}

/**
 * The authority's information about certificates that it issued: when to renew them (ARI, RFC 9773, which also
 * announces revocations), and whether its CRL lists them (RFC 5280, 5). Only for our own authority's certificates; an
 * uploaded one could name any URL.
 */
@Injectable()
export class CertificateStatusService {
  private readonly logger = new Logger(CertificateStatusService.name);
  private readonly lists = new LRUCache<string, x509.X509Crl>({ max: LISTS_KEPT, ttl: LIST_FRESH_MS });

  constructor(private readonly accounts: AcmeAccountsService) {}

  /** Never rejects: without information, the certificate counts as valid. */
  async of(chainPem: string): Promise<AuthorityStatus> {
    const [leaf, issuer] = acme.crypto.splitPemChain(chainPem);
    const [window, revoked] = await Promise.all([
      this.quiet('renewal information', null, () => this.window(leaf!)),
      this.quiet('the list of revoked certificates', false, () => this.isListed(leaf!, issuer)),
    ]);
    return { revoked, window };
  }

  /** Its id for an order that replaces it; null if the authority does not support that. */
  async idOf(chainPem: string): Promise<string | null> {
    const [leaf] = acme.crypto.splitPemChain(chainPem);
    return await this.quiet('renewal information', null, async () =>
      (await this.renewalInfo()) === null ? null : renewalId(leaf!),
    );
  }

  private async window(leafPem: string): Promise<RenewalWindow | null> {
    const [address, id] = [await this.renewalInfo(), renewalId(leafPem)];
    if (address === null || id === null) return null;
    const { data, status } = await acme.axios.get<{ suggestedWindow?: { start?: string; end?: string } }>(
      `${address}/${id}`,
    );
    const start = new Date(data.suggestedWindow?.start ?? '');
    const end = new Date(data.suggestedWindow?.end ?? '');
    return status === 200 && start < end ? { start, end } : null;
  }

  private async renewalInfo(): Promise<string | null> {
    const { data } = await acme.axios.get<Directory>(this.accounts.directoryUrl);
    return typeof data.renewalInfo === 'string' ? data.renewalInfo.replace(/\/$/, '') : null;
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
      maxContentLength: MAX_LIST,
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
      this.logger.warn({ err: error, what }, 'reading the status of a certificate failed');
      return otherwise;
    }
  }
}

/** RFC 9773, 4.1: issuer key id and serial number. */
function renewalId(leafPem: string): string | null {
  const leaf = new x509.X509Certificate(leafPem);
  const authority = leaf.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId;
  if (authority === undefined) return null;
  return [authority, leaf.serialNumber].map((hex) => Buffer.from(hex, 'hex').toString('base64url')).join('.');
}

/** The first HTTP URL of its CRL distribution points. */
function listAddress(leaf: x509.X509Certificate): string | null {
  const points = leaf.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? [];
  for (const { distributionPoint } of points) {
    for (const { uniformResourceIdentifier: url } of distributionPoint?.fullName ?? []) {
      if (url?.startsWith('http://') || url?.startsWith('https://')) return url;
    }
  }
  return null;
}
