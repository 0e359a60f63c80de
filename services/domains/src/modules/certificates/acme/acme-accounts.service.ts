import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SecretBox } from '@palisade/nest-kit';
import * as acme from 'acme-client';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../../config/config.ts';
import { prepareTransport } from './acme-transport.ts';

interface AccountRow {
  account_url: string;
  sealed_key: string;
}

export const accountKeyContext = (directoryUrl: string): string => `acme_accounts.sealed_key:${directoryUrl}`;

/** The installation's account at its certificate authority: created when first needed, its key encrypted at rest. */
@Injectable()
export class AcmeAccountsService {
  private current: Promise<acme.Client> | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
    @Inject(CONFIG)
    private readonly config: Pick<
      DomainsConfig,
      | 'PALISADE_ACME_DIRECTORY'
      | 'PALISADE_ACME_CONTACT'
      | 'PALISADE_ACME_CA'
      | 'PALISADE_ACME_EAB_KEY_ID'
      | 'PALISADE_ACME_EAB_KEY'
    >,
  ) {
    prepareTransport(config.PALISADE_ACME_CA);
  }

  /** Whether certificates are obtained at all. */
  get isConfigured(): boolean {
    return this.config.PALISADE_ACME_DIRECTORY !== undefined;
  }

  /** @throws Error if none is configured */
  get directoryUrl(): string {
    const url = this.config.PALISADE_ACME_DIRECTORY;
    if (url === undefined) throw new Error('no certificate authority is configured');
    return url;
  }

  /** @throws IssuanceError, and the network's errors */
  client(): Promise<acme.Client> {
    this.current ??= this.open().catch((error: unknown) => {
      this.current = null;
      throw error;
    });
    return this.current;
  }

  /**
   * @param reason RFC 5280, 5.3.1
   * @throws DomainError `certificate_authority_failed`
   */
  async revoke(chainPem: string, reason: number): Promise<void> {
    try {
      const [leaf] = acme.crypto.splitPemChain(chainPem);
      await (await this.client()).revokeCertificate(leaf!, { reason });
    } catch (cause) {
      throw new DomainError(
        'upstream',
        'certificate_authority_failed',
        'The certificate authority did not revoke the certificate. Please try again in a few minutes.',
        { cause },
      );
    }
  }

  /**
   * For an account that the authority does not know, as after a test authority's restart; the next order creates a new
   * one.
   */
  async forget(): Promise<void> {
    await this.dataSource.query('DELETE FROM acme_accounts WHERE directory_url = $1', [this.directoryUrl]);
    this.current = null;
  }

  private async open(): Promise<acme.Client> {
    const { directoryUrl } = this;
    return await this.dataSource.transaction(async (manager) => {
      // Concurrent instances must not create two.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('acme:' || $1, 0))`, [directoryUrl]);
      const [known]: AccountRow[] = await manager.query(
        'SELECT account_url, sealed_key FROM acme_accounts WHERE directory_url = $1',
        [directoryUrl],
      );
      if (known === undefined) return await this.register(manager, directoryUrl);
      const accountKey = this.secrets.open(known.sealed_key, accountKeyContext(directoryUrl));
      return new acme.Client({ directoryUrl, accountKey, accountUrl: known.account_url });
    });
  }

  private async register(manager: EntityManager, directoryUrl: string): Promise<acme.Client> {
    const accountKey = (await acme.crypto.createPrivateEcdsaKey('P-256')).toString();
    const { PALISADE_ACME_EAB_KEY_ID: kid, PALISADE_ACME_EAB_KEY: hmacKey } = this.config;
    const client = new acme.Client({
      directoryUrl,
      accountKey,
      ...(kid !== undefined && hmacKey !== undefined && { externalAccountBinding: { kid, hmacKey } }),
    });
    await client.createAccount({
      // The operator agreed in the configuration, without which there is no directory.
      termsOfServiceAgreed: true,
      contact: this.config.PALISADE_ACME_CONTACT.map((address) => `mailto:${address}`),
    });
    await manager.query(
      'INSERT INTO acme_accounts (directory_url, account_url, sealed_key) VALUES ($1, $2, $3)',
      [directoryUrl, client.getAccountUrl(), this.secrets.seal(accountKey, accountKeyContext(directoryUrl))],
    );
    return client;
  }
}
