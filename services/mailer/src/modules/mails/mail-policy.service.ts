import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.ts';
import { SuppressionsService } from '../suppressions/suppressions.service.ts';
import { lookupsFor, reasonToWithhold } from './mail.rules.ts';
import type { MailRow } from './mails.service.ts';

/** Decides right before sending whether a mail may still be sent. */
@Injectable()
export class MailPolicyService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** @returns why the mail must not be sent, or null */
  async reasonToWithhold({
    category,
    to_address: address,
    user_id: userId,
  }: Pick<MailRow, 'category' | 'to_address' | 'user_id'>): Promise<string | null> {
    const lookUp = lookupsFor(category);
    const suppression = lookUp.suppression ? await this.suppressions.find(address) : null;
    const account = lookUp.account && userId !== null ? await this.accounts.byId(userId) : undefined;
    return reasonToWithhold(category, suppression, account);
  }
}
