import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { AUTH, type AuthClient, DOMAINS, type DomainsClient } from '../../connections/connections.module.ts';
import { mailbox } from './mailbox.rules.ts';

/** Hashed, since they outlive the account. */
export interface Mark<Kind extends string = 'email' | 'domain'> {
  kind: Kind;
  hash: Buffer;
}

/** What identifies accounts of the same person, for offers that a person gets once. */
@Injectable()
export class AccountMarksService {
  constructor(
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(DOMAINS) private readonly domains: DomainsClient,
  ) {}

  /** `null` for an unconfirmed address, which may be somebody else's. */
  async mailboxOf(userId: UserId): Promise<Mark | null> {
    const { users } = await this.auth.getUsers({ ids: [userId] });
    const [user] = users;
    if (user === undefined) throw new DomainError('not_found', 'user_not_found', 'User not found');
    return user.emailConfirmed ? { kind: 'email', hash: hash(mailbox(user.email)) } : null;
  }

  /** Verified domains only, since anybody can add a domain. */
  async domainsOf(userId: UserId): Promise<Mark[]> {
    const { domains } = await this.domains.listUserDomains({ userId });
    return domains.filter(({ dnsVerified }) => dnsVerified).map(({ domainName }) => domainMark(domainName));
  }
}

export const domainMark = (name: string): Mark => ({ kind: 'domain', hash: hash(name) });
export const accountMark = (userId: UserId): Mark<'account'> => ({ kind: 'account', hash: hash(userId) });

const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
