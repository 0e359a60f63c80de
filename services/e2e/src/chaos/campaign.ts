import { ApiClient } from '../api-client.ts';
import type { RunningStack } from '../running-stack.ts';
import { made } from './repeated-callers.ts';

const PER_SECOND = 5;
const SUBJECT = 'News while everything fails';

/** One mail to many readers, sent slowly enough to be under way the whole time. */
export class Campaign {
  private constructor(readonly id: number) {}

  static readonly subject = SUBJECT;

  /** @param lastsMs how long it is to be under way, if nothing holds it up */
  static async send(stack: RunningStack, lastsMs: number): Promise<Campaign> {
    const readers = Array.from(
      { length: Math.max(1, Math.round((lastsMs / 1_000) * PER_SECOND)) },
      (_, index) => `chaos-reader-${index}@strangers.example`,
    );
    const admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
    const { id } = await made<{ id: number }>(admin, '/admin/campaigns', {
      name: SUBJECT,
      subject: SUBJECT,
      body_html: '<p>All is well.</p>',
      target_audience: 'custom',
      custom_emails: readers.join('\n'),
      emails_per_second: PER_SECOND,
    });
    await made(admin, `/admin/campaigns/${id}/send`, {});
    return new Campaign(id);
  }
}
