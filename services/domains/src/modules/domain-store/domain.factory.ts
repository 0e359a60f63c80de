import { type DomainId, newId, type UserId } from '@palisade/nest-kit';
import { Domain } from './domain.entity.ts';
import { defaultHosts } from './domain-name.rules.ts';
import { newVerificationToken } from './proof-names.rules.ts';

/** An unproved claim. */
export function newDomain(ownerId: UserId, name: string, contest: boolean): Domain {
  return Object.assign(new Domain(), {
    id: newId<DomainId>(),
    ownerId,
    domainName: name,
    hosts: defaultHosts(name),
    verificationToken: newVerificationToken(),
    tokenIssuedAt: new Date(),
    txtReason: contest ? 'contest' : null,
    dnsVerified: false,
    verifiedAt: null,
    pausedByOwner: false,
    ownerDisabled: false,
    configVersion: 1,
    createdAt: new Date(),
    dnsCheckedAt: null,
    nextDnsCheckAt: new Date(),
  });
}
