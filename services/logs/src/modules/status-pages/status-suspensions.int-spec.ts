import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { createRedisStreamsBus, type EventBus, readEventKeys } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { eventually, silentLogger } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { startHarness } from '../../test/harness.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { removeStatusPage } from './former-slugs.repository.ts';
import type { OwnerPage } from './status-page.schema.ts';
import type { AdminStatusPage } from './status-suspension.schema.ts';

const alice = { id: randomUUID(), shop: randomUUID(), blog: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };
const operator = randomUUID();
const PAGE = { is_on: true, name: 'The shop', note: '', shows_uptime: true, shows_outages: true };
const ADMIN = '/admin/logs/status-pages';

describe('status pages that administrators take from the public', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const buses: EventBus[] = [];
  const acts: unknown[] = [];
  const events: unknown[] = [];

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [
      { id: alice.shop, name: 'shop.example' },
      { id: alice.blog, name: 'blog.example' },
    ]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    const listen = (source: 'auth' | 'mailer') => {
      const bus = createRedisStreamsBus({
        url: harness.environment.PALISADE_BUS_REDIS_URL!,
        source,
        keys: readEventKeys(harness.eventSettings(source)),
        logger: silentLogger,
      });
      buses.push(bus);
      return bus;
    };
    await listen('auth').subscribe({
      group: 'auth',
      registrations: {
        'auth.admin_act_recorded.v1': {
          mode: 'single',
          handle: async ({ payload }) => void acts.push(payload),
        },
      },
    });
    const tell = async ({ type, payload }: { type: string; payload: object }) =>
      void events.push({ type, ...payload });
    await listen('mailer').subscribe({
      group: 'mailer',
      registrations: {
        'logs.status_page_suspended.v1': { mode: 'single', handle: tell },
        'logs.status_page_unsuspended.v1': { mode: 'single', handle: tell },
      },
    });
  });
  afterAll(async () => {
    for (const bus of buses) await bus.close();
    await harness?.dispose();
  });

  const save = async (domain: string, input: object = {}) => {
    const response = await harness.fetchAs(alice.id, `/status-pages/${domain}`, {
      method: 'PUT',
      body: { ...PAGE, ...input },
    });
    return { status: response.status, body: (await response.json()) as OwnerPage & { code: string } };
  };
  const act = async (path: string, body?: object, who: { id: string; isAdmin: boolean } = admin) => {
    const response = await harness.fetchAs(who.id, `${ADMIN}${path}`, {
      isAdmin: who.isAdmin,
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    type Answer = AdminStatusPage & { pages: AdminStatusPage[]; code: string };
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const admin = { id: operator, isAdmin: true };
  const shown = async (slug: string) => (await harness.postAnonymously(`/status/${slug}`, {}, 'GET')).status;

  it('are gone at once, come back to nobody but an administrator, and are told to their owner', async () => {
    await save('shop.example', { slug: 'shop' });
    expect(await shown('shop')).toBe(200);
    const reason = 'It speaks for somebody else.';
    const suspended = await act(`/${alice.shop}/suspend`, { reason });
    expect(suspended).toMatchObject({
      status: 200,
      body: { domain_id: alice.shop, owner_id: alice.id, slug: 'shop', is_on: false, suspension: { reason } },
    });
    expect([await shown('shop'), await shown('shop/feed')]).toEqual([404, 404]);
    expect((await act(`/${alice.shop}/suspend`, { reason })).body.code).toBe('status_page_suspended');
    // Its owner sees why, can edit it, and cannot publish it, not at another address either.
    for (const input of [{}, { slug: null }, { slug: 'shop-two' }])
      expect(await save('shop.example', input)).toMatchObject({
        status: 409,
        body: { code: 'status_page_suspended' },
      });
    expect(await save('shop.example', { is_on: false, note: 'Sorry', slug: 'shop-three' })).toMatchObject({
      status: 200,
      body: { is_on: false, note: 'Sorry', suspension: { reason } },
    });
    expect(await act(`/${alice.shop}/unsuspend`, {})).toMatchObject({
      status: 200,
      body: { slug: 'shop-three', is_on: false, suspension: null },
    });
    expect((await act(`/${alice.shop}/unsuspend`, {})).body.code).toBe('status_page_not_suspended');
    expect(await shown('shop-three')).toBe(404);
    expect((await save('shop.example', { slug: 'shop' })).body).toMatchObject({
      is_on: true,
      suspension: null,
    });
    expect(await shown('shop')).toBe(200);
    await eventually('both acts', async () => {
      expect([acts, events]).toMatchObject([
        [
          { action: 'status_page.suspended', actorId: operator, targetId: alice.shop, details: { reason } },
          { action: 'status_page.unsuspended', actorId: operator, targetId: alice.shop },
        ],
        [
          { type: 'logs.status_page_suspended.v1', ownerId: alice.id, domainName: 'shop.example', reason },
          { type: 'logs.status_page_unsuspended.v1', ownerId: alice.id, domainName: 'shop.example' },
        ],
      ]);
    });
  });

  it('stay off, whoever is the last where an owner switches one on at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      await save('blog.example', { slug: 'blog' });
      await Promise.all([
        save('blog.example', { slug: 'blog' }),
        act(`/${alice.blog}/suspend`, { reason: 'It insults people.' }),
        save('blog.example', { slug: 'blog' }),
      ]);
      expect(await shown('blog')).toBe(404);
      expect((await act(`/${alice.blog}/unsuspend`, {})).status).toBe(200);
    }
  });

  it('are found by account and by address, those that are suspended first', async () => {
    await act(`/${alice.blog}/suspend`, { reason: 'It insults people.' });
    const { body } = await act(`?owner_id=${alice.id}`);
    expect(body.pages.map(({ domain_name }) => domain_name)).toEqual(['blog.example', 'shop.example']);
    expect((await act('?slug=blog')).body.pages).toMatchObject([{ domain_id: alice.blog, is_on: false }]);
    for (const nobodys of ['?slug=nobodys', `?owner_id=${randomUUID()}`, `?owner_id=${bob.id}`])
      expect(await act(nobodys)).toEqual({ status: 200, body: { pages: [] } });
    for (const bad of ['', '?owner_id=x', `?slug=blog&owner_id=${alice.id}`])
      expect((await act(bad)).status).toBe(422);
  });

  it('do not come back with a site that is removed and added again, nor at another site of their owner', async () => {
    const owner = { id: randomUUID(), old: randomUUID(), again: randomUUID(), second: randomUUID() };
    const own = (...sites: { id: string; name: string }[]) => harness.domainsOf.set(owner.id, sites);
    const put = async (domain: string, input: object = {}) => {
      const response = await harness.fetchAs(owner.id, `/status-pages/${domain}`, {
        method: 'PUT',
        body: { ...PAGE, ...input },
      });
      return { status: response.status, body: (await response.json()) as OwnerPage & { code: string } };
    };
    const refused = { status: 409, body: { code: 'status_page_suspended' } };
    const reason = 'It speaks for a bank.';
    own({ id: owner.old, name: 'bank.example' }, { id: owner.second, name: 'second.example' });
    await put('bank.example', { slug: 'bank' });
    await act(`/${owner.old}/suspend`, { reason });
    expect(await put('second.example', { slug: 'second' })).toMatchObject(refused);
    const siteNo = (await harness.app.get(SitesRepository).find([owner.old])).get(owner.old)!;
    await removeStatusPage(harness.app.get(DataSource), siteNo);
    // Under another name, so that the test knows when the service has received it.
    own({ id: owner.again, name: 'again.example' }, { id: owner.second, name: 'second.example' });
    await eventually('the site that was added', async () =>
      expect((await harness.get(owner.id, '/status-pages/again.example')).status).toBe(200),
    );
    expect(await put('again.example', { slug: 'bank' })).toMatchObject(refused);
    expect(await shown('bank')).toBe(404);
    // The suspension now belongs to this page: its owner reads why, and administrators find it.
    expect(await put('again.example', { slug: 'bank' })).toMatchObject(refused);
    expect(await put('again.example', { slug: 'bank', is_on: false })).toMatchObject({
      status: 200,
      body: { suspension: { reason } },
    });
    expect(await put('second.example', { slug: 'second' })).toMatchObject(refused);
    expect((await act(`?owner_id=${owner.id}`)).body.pages).toMatchObject([
      { domain_id: owner.again, is_on: false, suspension: { reason } },
    ]);
    expect((await act(`/${owner.again}/unsuspend`, {})).status).toBe(200);
    expect(await put('again.example', { slug: 'bank' })).toMatchObject({
      status: 200,
      body: { is_on: true },
    });
    expect((await put('second.example', { slug: 'second' })).status).toBe(200);
  });

  it('leave pages that are public already as they are, and their owner may change them', async () => {
    const owner = { id: randomUUID(), first: randomUUID(), other: randomUUID() };
    harness.domainsOf.set(owner.id, [
      { id: owner.first, name: 'first.example' },
      { id: owner.other, name: 'other.example' },
    ]);
    const put = async (domain: string, input: object) =>
      (
        await harness.fetchAs(owner.id, `/status-pages/${domain}`, {
          method: 'PUT',
          body: { ...PAGE, ...input },
        })
      ).status;
    expect(await put('first.example', { slug: 'first-page' })).toBe(200);
    expect(await put('other.example', { slug: 'other-page' })).toBe(200);
    await act(`/${owner.first}/suspend`, { reason: 'It insults people.' });
    expect(await put('other.example', { note: 'All is well' })).toBe(200);
    expect(await shown('other-page')).toBe(200);
  });

  it('are changed by administrators alone, for a reason, where there is a page, and not without a record', async () => {
    const reason = 'It insults people.';
    for (const path of [`?owner_id=${alice.id}`, `/${alice.shop}/suspend`, `/${alice.shop}/unsuspend`])
      expect(
        (await act(path, path.startsWith('?') ? undefined : { reason }, { id: alice.id, isAdmin: false }))
          .status,
      ).toBe(403);
    for (const bad of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'a\nb' }])
      expect((await act(`/${alice.shop}/suspend`, bad)).status).toBe(422);
    for (const nobodys of [randomUUID(), bob.site])
      expect((await act(`/${nobodys}/suspend`, { reason })).body.code).toBe('status_page_not_found');
    const publish = jest
      .spyOn(harness.app.get(EventPublisher), 'publish')
      .mockRejectedValue(new Error('the bus is away'));
    try {
      expect((await act(`/${alice.shop}/suspend`, { reason })).body.code).toBe('service_unavailable');
    } finally {
      publish.mockRestore();
    }
    expect(await shown('shop')).toBe(200);
  });
});
