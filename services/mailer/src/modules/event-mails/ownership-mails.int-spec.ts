import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { domainEventsV1 } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { type DeliveringHarness, startDelivering } from '../../test/delivering.ts';

const Notice = domainEventsV1.OwnershipNotice;
type NoticeName = Exclude<keyof typeof Notice, 'UNSPECIFIED' | number>;

/** What each subject says, besides the name. */
const SUBJECTS: Readonly<Record<NoticeName, string>> = {
  FAILING: 'we can no longer confirm that it is yours',
  CONFIRMED: 'is confirmed as yours again',
  RELEASED: 'is no longer served',
  CONTESTED: 'Another account claims',
  KEPT: 'stays yours',
  LOST: 'went to another account',
  WON: 'is yours now',
  DENIED: 'stays with the account that has it',
  CONSENT_ASKED: 'wants to add',
  CONSENT_GIVEN: 'You may add',
  CONSENT_REFUSED: 'was refused',
};

describe('mails about who owns a domain', () => {
  let harness: DeliveringHarness;

  beforeAll(async () => {
    harness = await startDelivering();
  });
  afterAll(() => harness?.stop());

  it.each(Object.keys(SUBJECTS) as NoticeName[])(
    '%s goes out once, whatever the settings are',
    async (name) => {
      const owner = harness.newUser();
      for (const setting of Object.keys(owner.notifications) as (keyof typeof owner.notifications)[])
        owner.notifications[setting] = false;
      const notice = {
        type: 'domains.ownership_noticed.v1' as const,
        key: owner.id,
        id: uuidV7(),
        payload: {
          domainId: uuidV7(),
          ownerId: owner.id,
          domainName: 'shop.example',
          notice: Notice[name],
          until: timestampFromDate(new Date('2026-04-02T00:00:00Z')),
          otherName: 'blog.shop.example',
        },
      };
      await harness.publish([notice]);
      await harness.publish([notice]);
      await eventually('the mail', async () => {
        const { rows } = await harness.database.query('SELECT status FROM mails WHERE user_id = $1', [
          owner.id,
        ]);
        expect(rows).toEqual([{ status: 'sent' }]);
      });
      const [mail, ...more] = harness.sink.to(owner.email);
      expect(more).toEqual([]);
      expect(mail?.mail.subject).toContain('shop.example');
      expect(mail?.mail.subject).toContain(SUBJECTS[name]);
      expect(mail?.mail.text).not.toMatch(/\{\{|undefined/);
    },
  );
});
