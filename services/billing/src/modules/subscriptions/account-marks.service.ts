import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { AUTH, type AuthClient, DOMAINS, type DomainsClient } from '../../connections/connections.module.ts';
import { mailbox } from './mailbox.rules.ts';

/** Hashes, since they outlive the account. */
export interface Mark<Kind extends string = 'email' | 'domain'> {
  kind: Kind;
  hash: Buffer;
}

/** By what two accounts are known to be one person's: what is had once is had once by all of them. */
@Injectable()
export class AccountMarksService {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(DOMAINS) private readonly domains: DomainsClient,
  ) {}

  /** `null`: whoever types an address need not have it, so one that is not confirmed is nobody's. */
  async mailboxOf(userId: UserId): Promise<Mark | null> {
    const { users } = await this.auth.getUsers({ ids: [userId] });
    const [user] = users;
    if (user === undefined) throw new DomainError('not_found', 'user_not_found', 'User not found');
    return user.emailConfirmed ? { kind: 'email', hash: hash(mailbox(user.email)) } : null;
  }

  /** Whoever claims a domain need not have it either: those that are verified. */
  async domainsOf(userId: UserId): Promise<Mark[]> {
    const { domains } = await this.domains.listUserDomains({ userId });
    return domains.filter(({ dnsVerified }) => dnsVerified).map(({ domainName }) => domainMark(domainName));
  }
}

export const domainMark = (name: string): Mark => ({ kind: 'domain', hash: hash(name) });
export const accountMark = (userId: UserId): Mark<'account'> => ({ kind: 'account', hash: hash(userId) });

const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
