import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.ts';
import { SuppressionsService } from '../suppressions/suppressions.service.ts';
import { lookupsFor, reasonToWithhold } from './mail.rules.ts';
import type { MailRow } from './mails.service.ts';

/** Whether a mail may still go out, asked right before it does. */
@Injectable()
export class MailPolicyService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly suppressions: SuppressionsService,
  ) {}

  /** @returns why the mail must not go out, or null */
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
