import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { type CheckResult, DnsChecksService } from '../dns/dns-checks.service.ts';
import { DnsLookupService } from '../dns/dns-lookup.service.ts';
import type { Domain, TxtReason } from '../domain-store/domain.entity.ts';
import { txtName, txtValue, verificationName } from '../domain-store/proof-names.rules.ts';
import { type AgreedProof, agree, type Proof, siblingNames } from './proof.rules.ts';

/**
 * Whether DNS shows that a claim is its claimant's:
 *
 *   TXT record with the claim's token ──▶ proved
 *   CNAME record to us ──▶ no sibling answers ──▶ proved
 *                      └─▶ a sibling answers: a wildcard, which proves nothing ──▶ the TXT record is asked for from now on
 *
 * Each resolver is asked by itself; see `agree`.
 */
@Injectable()
export class OwnershipProofService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly lookup: DnsLookupService,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET'>,
  ) {}

  async of(domain: Domain): Promise<AgreedProof> {
    const siblings = siblingNames(domain.domainName);
    const [first, ...others] = await Promise.all(
      this.lookup
        .eachResolver()
        .map((resolver) => this.seenBy(new DnsChecksService(resolver, this.config), domain, siblings)),
    );
    const proof = agree([first!, ...others]);
    if (proof.wildcard && domain.txtReason === null) await this.requireTxt(domain, 'wildcard');
    return proof;
  }

  async requireTxt(domain: Domain, reason: TxtReason): Promise<void> {
    domain.txtReason = reason;
    await this.dataSource.query('UPDATE domains SET txt_reason = $2 WHERE id = $1', [domain.id, reason]);
  }

  private async seenBy(
    checks: DnsChecksService,
    domain: Domain,
    siblings: readonly string[],
  ): Promise<Proof> {
    const [text, alias] = await Promise.all([
      checks.text(txtName(domain.domainName), txtValue(domain.verificationToken)),
      domain.txtReason === null ? checks.alias(verificationName(domain)) : null,
    ]);
    if (text.state === 'ok') return byText(text, false);
    if (alias === null) return byText({ ...text, message: explained(domain, text.message) }, false);
    if (alias.state !== 'ok') return { ...alias, method: 'cname', wildcard: false };
    const answers = await Promise.all(siblings.map((name) => checks.isAlias(name)));
    if (answers.includes(true)) {
      const message = explained({ ...domain, txtReason: 'wildcard' }, text.message);
      return byText({ ...text, message }, true);
    }
    return answers.includes('unreachable')
      ? { ...alias, state: 'unreachable', message: SILENT, method: 'cname', wildcard: false }
      : { ...alias, method: 'cname', wildcard: false };
  }
}

const SILENT =
  'The DNS servers of this domain did not answer every query. Please try again in a few minutes.';

const byText = (result: CheckResult, wildcard: boolean): Proof => ({ ...result, method: 'txt', wildcard });

const WHY: Readonly<Record<TxtReason, (name: string) => string>> = {
  wildcard: (name) =>
    `A wildcard record answers for any name at ${name}, so the CNAME record proves nothing here and a TXT record is needed.`,
  contest: (name) => `${name} is verified by another account, so a TXT record is needed.`,
};

function explained(
  { txtReason, domainName }: Pick<Domain, 'txtReason' | 'domainName'>,
  message: string,
): string {
  return txtReason === null ? message : `${WHY[txtReason](domainName)} ${message}`;
}
