import { SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { DataSource } from 'typeorm';
import { type Harness, newUser, planChange, startHarness } from '../../test/harness.ts';

describe('copies of plans', () => {
  const plans = new UserPlansRepository();
  let h: Harness;
  let database: DataSource;

  beforeAll(async () => {
    h = await startHarness();
    database = h.app.get(DataSource);
  });
  afterAll(() => h.stop());

  it('are those of the newest revision, in whichever order events come, and however often', async () => {
    const [{ userId }, stranger] = [newUser(), newUser()];
    for (const [slug, revision] of [
      ['business', 2n],
      ['starter', 1n],
      ['free', 2n],
      ['business', 2n],
    ] as const)
      await plans.takeChange(database, planChange(userId, slug, revision));
    expect(await plans.ofMany(database, [userId, stranger.userId])).toEqual([
      {
        userId,
        planSlug: 'business',
        planName: 'Business',
        entitlements: SEED_ENTITLEMENTS.business,
        revision: 2n,
      },
    ]);
    await plans.forget(database, userId);
    expect(await plans.of(database, userId)).toBeNull();
  });

  it('are not made of an event that does not tell what the plan includes', async () => {
    const { userId } = newUser();
    const change = { ...planChange(userId, 'starter', 1n), entitlements: undefined };
    await expect(plans.takeChange(database, change)).rejects.toThrow('without entitlements');
    expect(await plans.of(database, userId)).toBeNull();
  });

  /** The statements of the version that knows them as `owner_plans`, which may run beside this one for a while. */
  it('are read and written by the version from before, too', async () => {
    const { userId } = newUser();
    const keep = (slug: string, revision: bigint) =>
      database.query(
        `INSERT INTO owner_plans (owner_id, plan_slug, plan_name, entitlements, revision)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (owner_id) DO UPDATE SET plan_slug = excluded.plan_slug, plan_name = excluded.plan_name,
           entitlements = excluded.entitlements, revision = excluded.revision, updated_at = now()
         WHERE owner_plans.revision < excluded.revision
         RETURNING owner_id`,
        [userId, slug, 'Starter', JSON.stringify(SEED_ENTITLEMENTS.starter), revision.toString()],
      );
    expect(await keep('starter', 3n)).toHaveLength(1);
    expect(await keep('free', 2n)).toHaveLength(0);
    expect(await plans.of(database, userId)).toMatchObject({ planSlug: 'starter', revision: 3n });
    await plans.takeChange(database, planChange(userId, 'business', 4n));
    const [row] = await database.query('SELECT * FROM owner_plans WHERE owner_id = $1', [userId]);
    expect(row).toMatchObject({ plan_slug: 'business', revision: '4' });
    await database.query('DELETE FROM owner_plans WHERE owner_id = $1', [userId]);
    expect(await plans.of(database, userId)).toBeNull();
  });
});
