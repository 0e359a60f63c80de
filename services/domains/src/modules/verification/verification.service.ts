import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DomainId, type UserId, violatedUnique } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import type { RecordState } from '../dns/dns-checks.service.ts';
import { DnsRecordsService } from '../dns-records/dns-records.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { verifiedElsewhere } from '../domain-store/domain.errors.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { newVerificationToken } from '../domain-store/proof-names.rules.ts';
import { ActivationService } from '../ownership/activation.service.ts';
import { OwnershipProofService } from '../ownership/ownership-proof.service.ts';
import { type Gate, OwnershipRequestsService } from '../ownership/ownership-requests.service.ts';
import { OWNERSHIP_TERMS as TERMS } from '../ownership/ownership-terms.rules.ts';
import type { AgreedProof } from '../ownership/proof.rules.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import type { Verification } from './verification.schema.ts';

/** Time limit of additional checks while the caller waits. */
const HOSTS_TIMEOUT_MS = 2_000;

export const VERIFIED = 'Domain verified and activated!';

type Refusal = Omit<Verification, 'verified'>;

/** Whether the account that has the name still has its record in DNS. */
interface LookAtHolder {
  holderId: DomainId;
  proves: boolean;
}

const CODES = {
  missing: 'record_missing',
  wrong: 'record_wrong',
  unreachable: 'dns_unreachable',
} as const satisfies Record<Exclude<RecordState, 'ok'>, Verification['code']>;

/**
 * Proves by DNS that a domain is its claimant's, and from then on serves it:
 *
 *   proof ──▶ nobody else has the name or one above it ──▶ served
 *         ├─▶ one above it is another's ──▶ their consent is asked
 *         └─▶ the name is another's ──▶ by TXT record only: a contest
 */
@Injectable()
export class VerificationService {
  private readonly logger = new Logger(VerificationService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly proof: OwnershipProofService,
    private readonly requests: OwnershipRequestsService,
    private readonly activation: ActivationService,
    private readonly records: DnsRecordsService,
    private readonly plans: OwnerPlansService,
    private readonly publisher: ConfigPublisherService,
    private readonly clock: ClockService,
  ) {}

  /** @throws DomainError `domain_not_found`, `domain_taken`, `upgrade_required` */
  async verify(ownerId: UserId, id: DomainId): Promise<Verification> {
    const domain = await this.domains.owned(ownerId, id);
    if (domain.dnsVerified) {
      return { verified: true, code: 'verified', message: 'This domain is already verified.' };
    }
    if (await this.renewToken(ownerId, domain)) return { verified: false, ...TOKEN_CHANGED };
    const proof = await this.proof.of(domain);
    await this.records.storeOwnership(domain, proof);
    if (proof.state !== 'ok') return { verified: false, code: CODES[proof.state], message: proof.message };
    const gate = await this.requests.gate(this.dataSource.manager, domain);
    if (gate.kind === 'taken') await this.refuseContest(domain, gate.holder, proof);
    const looked = gate.kind === 'taken' ? await this.lookAt(gate.holder) : null;
    await this.plans.freshPlanOf(ownerId);
    const refusal = await this.settle(ownerId, domain, proof, looked);
    this.publisher.kick();
    if (refusal !== null) return { verified: false, ...refusal };
    await this.lookAtHosts(ownerId, id);
    return { verified: true, code: 'verified', message: VERIFIED };
  }

  /**
   * The owner's next page says whether the site's hosts point here; the poll may be most of a minute away. Slow name servers are not
   * waited for, and what fails does so for this look alone: the domain is verified, and the poll looks again.
   */
  private async lookAtHosts(ownerId: UserId, id: DomainId): Promise<void> {
    const look = (async () => this.records.check(await this.domains.owned(ownerId, id)))().catch(
      (error: unknown) =>
        this.logger.warn({ err: error, domain: id }, 'the hosts of a verified domain could not be looked up'),
    );
    await Promise.race([look, setTimeout(HOSTS_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** For a claim that has waited too long. Not while somebody decides about it: they have seen its record. */
  private async renewToken(ownerId: UserId, { id, tokenIssuedAt }: Domain): Promise<boolean> {
    const now = this.clock.now();
    if (now - tokenIssuedAt.getTime() < TERMS.tokenMs) return false;
    return this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(ownerId, id, manager, 'for update');
      if (domain.dnsVerified || (await this.requests.openOf(manager, [id])).length > 0) return false;
      await this.domains.update(manager, domain, {
        verificationToken: newVerificationToken(),
        tokenIssuedAt: new Date(now),
      });
      return true;
    });
  }

  /** A CNAME record wins no domain from somebody who has it; from now on the TXT record is asked for. */
  private async refuseContest(domain: Domain, holder: Domain, { method }: AgreedProof): Promise<void> {
    if (method === 'txt') return;
    await this.proof.requireTxt(domain, 'contest');
    throw verifiedElsewhere(holder.domainName);
  }

  private async lookAt(holder: Domain): Promise<LookAtHolder> {
    const { state, seenBySome } = await this.proof.of(holder);
    // Silence is no sign that it has gone.
    return { holderId: holder.id, proves: seenBySome || state === 'unreachable' };
  }

  private async settle(
    ownerId: UserId,
    claim: Domain,
    proof: AgreedProof,
    looked: LookAtHolder | null,
  ): Promise<Refusal | null> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        await this.domains.lockOwner(manager, ownerId);
        await this.requests.lockName(manager, claim.domainName);
        const seen = await this.requests.gate(manager, claim);
        const ids =
          seen.kind === 'consent_needed' || seen.kind === 'taken' ? [claim.id, seen.holder.id] : [claim.id];
        const held = await this.domains.lockMany(manager, ids);
        const domain = held.get(claim.id) ?? (await this.domains.owned(ownerId, claim.id, manager));
        if (domain.dnsVerified) return null;
        // Released meanwhile: the look-up proved another token.
        // nosemgrep: no-timing-of-secrets -- the token stands in public DNS
        if (domain.verificationToken !== claim.verificationToken) return TOKEN_CHANGED;
        return await this.pass(manager, domain, proof, looked, await this.requests.gate(manager, domain));
      });
    } catch (error) {
      if (violatedUnique(error) === 'domains_verified_name') throw verifiedElsewhere(claim.domainName);
      throw error;
    }
  }

  private async pass(
    manager: EntityManager,
    domain: Domain,
    proof: AgreedProof,
    looked: LookAtHolder | null,
    gate: Gate,
  ): Promise<Refusal | null> {
    switch (gate.kind) {
      case 'free':
        await this.activation.activate(manager, domain, proof.method, null);
        return null;
      case 'taken':
        // Verified by somebody else between the two looks: whether they still prove it nobody has looked.
        if (proof.method !== 'txt' || looked?.holderId !== gate.holder.id) {
          throw verifiedElsewhere(domain.domainName);
        }
        if (looked.proves) return holderStillProves(domain.domainName);
        return await this.contest(manager, domain, gate.holder);
      case 'consent_needed': {
        const { answer, until } = await this.requests.askConsent(manager, domain, gate.holder, proof.method);
        if (answer !== 'given') return consent(answer, gate.holder.domainName, until);
        await this.activation.activate(manager, domain, proof.method, gate.holder);
        await this.requests.fulfil(manager, domain.id);
        return null;
      }
    }
  }

  private async contest(manager: EntityManager, domain: Domain, holder: Domain): Promise<Refusal> {
    const { outcome, until } = await this.requests.contest(manager, domain, holder);
    const name = domain.domainName;
    switch (outcome) {
      case 'opened':
      case 'running':
        return {
          code: outcome === 'opened' ? 'contest_opened' : 'contest_running',
          message: `Your TXT record is in place. ${name} is verified by another account, which has until ${day(until)} to show that it is theirs. Leave the record as it is: if they do not, ${name} is yours on that day.`,
        };
      case 'other_running':
        return {
          code: 'contest_running',
          message: `Another claim of ${name} is being decided until ${day(until)}. Please try again after that.`,
        };
      case 'too_early':
        return {
          code: 'contest_too_early',
          message: `The owner of ${name} has shown that it is theirs. You can claim it again from ${day(until)}.`,
        };
    }
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

const TOKEN_CHANGED: Refusal = {
  code: 'record_missing',
  message: 'The record to set has changed. Please load the page again.',
};

const holderStillProves = (name: string): Refusal => ({
  code: 'holder_proves',
  message: `A record of the account that has ${name} is still in its DNS. If the domain is yours, delete every record that begins with waf- or _palisade-challenge except your own, and try again.`,
});

const consent = (answer: 'waiting' | 'refused', parent: string, until: Date): Refusal =>
  answer === 'waiting'
    ? {
        code: 'consent_waiting',
        message: `Your record is in place. ${parent} belongs to another account, whose owner has been asked to agree and has until ${day(until)}. We write to you when they have answered.`,
      }
    : {
        code: 'consent_refused',
        message: `${parent} belongs to another account, whose owner has not agreed. Please talk to them; they can be asked again from ${day(until)}.`,
      };
