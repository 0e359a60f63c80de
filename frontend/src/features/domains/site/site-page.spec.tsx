import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { stopClock } from '../../../testing/stopped-clock.ts';
import { SITE_TABS } from './site-tabs.ts';

const domain = fakeDomain({ dns_verified: true, is_active: true, total_requests: 900 });
const HERE = `/dashboard/domains/${domain.domain_name}`;

function open(path: string, over: Parameters<typeof installFakeApi>[0] = {}) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET /api/domains/${domain.id}/waf-config`]: {
      body: { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true },
    },
    ...over,
  });
  return { api, ...renderApp(path) };
}

const parts = () => screen.findByRole('navigation', { name: `Parts of ${domain.domain_name}` });
const tab = async (name: RegExp) => within(await parts()).getByRole('link', { name });
const loaded = () => waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
const managedRules = () => screen.getByRole('switch', { name: 'Managed Rules' });

describe('the place of a site', () => {
  it('opens at its overview, and at each tab by its address', async () => {
    const { user, path } = open(HERE);
    expect((await tab(/Overview/)).getAttribute('aria-current')).toBe('page');
    await loaded();
    expect(screen.queryByRole('switch', { name: 'Managed Rules', hidden: true })).toBeNull();
    await user.click(await tab(/WAF Policy/));
    expect(path()).toBe(`${HERE}/policy`);
    expect((await tab(/WAF Policy/)).getAttribute('aria-current')).toBe('page');
    await loaded();
    await screen.findByRole('switch', { name: 'Managed Rules' });
  });

  it('has an address for each part, which may be opened elsewhere, and names the site in the title', async () => {
    open(`${HERE}/certificates`);
    const links = within(await parts()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      SITE_TABS.map((name) => `${HERE}/${name}`),
    );
    expect(links.filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1);
    await waitFor(() => expect(document.title).toBe(`${domain.domain_name}: certificates · Palisade`));
  });

  it.each([
    ['2026-11-25T11:30:00Z', 5, /^Your server has not answered since /],
    [null, 2, 'Your server fails some requests'],
  ])(
    'says at the origin that it is down since %s, and where the log says why',
    async (since, failed, title) => {
      const at = { id: domain.id, domain_name: domain.domain_name, day: { requests: 9, blocked: 0 } };
      const origin = { asked: 5, failed, down_since: since };
      const now = {
        as_of: '2026-11-25T12:00:00Z',
        hour: { requests: 9, blocked: 0, failed },
        usual: null,
        minutes: [],
        sites: [{ ...at, last_blocked_at: null, attack: null, origin, suspected: null }],
      };
      open(`${HERE}/origin`, { 'GET /api/dashboard/now': { body: now } });
      await screen.findByText(title);
      screen.getByText(`${failed} of the last 5 requests got no answer from it.`, { exact: false });
      expect(screen.getByRole('link', { name: 'See why in the log' }).getAttribute('href')).toBe(
        '/dashboard/logs?domain=castle.example&reason=origin%3A*',
      );
    },
  );

  it('begins with what is wrong with this site, and says which time its bars show', async () => {
    const at = { id: domain.id, domain_name: domain.domain_name, day: { requests: 9, blocked: 0 } };
    const origin = { asked: 5, failed: 5, down_since: '2026-11-25T11:30:00Z' };
    const now = {
      as_of: '2026-11-25T12:00:00Z',
      hour: { requests: 9, blocked: 0, failed: 5 },
      usual: null,
      minutes: [{ time: '2026-11-25T11:59:00Z', requests: 9, blocked: 0, failed: 5 }],
      sites: [{ ...at, last_blocked_at: null, attack: null, origin, suspected: null }],
    };
    open(`${HERE}/overview`, { 'GET /api/dashboard/now': { body: now } });
    await screen.findByText(/^This site has not reached its origin since .*: visitors see an error\.$/);
    screen.getByText('An hour ago');
  });

  it('says so where the site is not theirs', async () => {
    open('/dashboard/domains/foreign.example/policy');
    await screen.findByText('You have no site with this name');
  });

  it('says so where it has no such tab', async () => {
    open(`${HERE}/nothing`);
    await screen.findByText('This site has no such tab');
  });

  it('keeps changes from tab to tab, and asks before they are lost', async () => {
    const { user, path } = open(`${HERE}/policy`);
    await tab(/WAF Policy/);
    await loaded();
    await user.click(await screen.findByRole('switch', { name: 'Managed Rules' }));
    await user.click(await tab(/Overview/));
    await user.click(await tab(/WAF Policy.*unsaved changes/));
    expect(managedRules().getAttribute('aria-checked')).toBe('false');
    await user.click(screen.getByRole('link', { name: 'All domains' }));
    const asked = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(asked).getByRole('button', { name: 'Keep editing' }));
    expect(path()).toBe(`${HERE}/policy`);
    await user.click(screen.getByRole('link', { name: 'All domains' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(path()).toBe('/dashboard/domains'));
  });

  it('pauses the site once that is confirmed', async () => {
    const patch = `PATCH /api/domains/${domain.id}`;
    const { user, api } = open(HERE, { [patch]: { body: { ...domain, paused: true, is_active: false } } });
    await user.click(await screen.findByRole('button', { name: 'Pause this site' }));
    const asked = await screen.findByRole('alertdialog', { name: `Pause ${domain.domain_name}?` });
    await user.click(within(asked).getByRole('button', { name: 'Pause' }));
    await screen.findByText(/is paused: the edge does not serve it/);
    expect(api.asked(patch)).toMatchObject([{ body: { is_active: false } }]);
  });
});

describe('the names of a site', () => {
  const site = { ...domain, hosts: [domain.domain_name, `www.${domain.domain_name}`] };
  const patch = `PATCH /api/domains/${domain.id}`;
  const start = async (over: Parameters<typeof installFakeApi>[0]) => {
    const opened = open(HERE, { 'GET /api/domains': { body: [site] }, ...over });
    await opened.user.click(await screen.findByRole('button', { name: 'Edit names' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Names of ${domain.domain_name}` }));
    const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Further names' });
    return { ...opened, dialog, field, save: () => dialog.getByRole('button', { name: 'Save names' }) };
  };

  it('are changed in one place, and say which they were made from', async () => {
    const { user, api, field, save } = await start({ [patch]: { body: site } });
    expect(field.value).toBe(`www.${domain.domain_name}`);
    await user.clear(field);
    await user.type(field, `shop.${domain.domain_name}, blog.${domain.domain_name}`);
    await user.click(save());
    await screen.findByText(/^Names saved/);
    const [name, hosts_before] = [domain.domain_name, site.hosts];
    expect(api.asked(patch)).toMatchObject([
      { body: { hosts: [name, `shop.${name}`, `blog.${name}`], hosts_before } },
    ]);
  });

  it('say what is wrong at the field, and keep what was entered', async () => {
    const detail = `shop.test is not ${domain.domain_name} or a name below it.`;
    const { user, dialog, field, save } = await start({
      [patch]: {
        status: 422,
        body: { code: 'host_invalid', detail, errors: [{ path: 'hosts', message: detail }] },
      },
    });
    await user.type(field, '{Enter}shop.test');
    await user.click(save());
    await dialog.findByText(detail);
    expect(field.value).toBe(`www.${domain.domain_name}\nshop.test`);
  });

  it('that somebody has changed meanwhile are shown, and can be kept', async () => {
    const now = { ...site, hosts: [domain.domain_name, `shop.${domain.domain_name}`] };
    let changed = false;
    const { user, api, dialog, field, save } = await start({
      'GET /api/domains': () => ({ body: [changed ? now : site] }),
      [patch]: () => {
        if (changed) return { body: now };
        changed = true;
        return { status: 409, body: { code: 'hosts_changed', detail: 'The names were changed meanwhile.' } };
      },
    });
    await user.type(field, `{Enter}blog.${domain.domain_name}`);
    await user.click(save());
    await dialog.findByText(new RegExp(`Now there are .*shop\\.${domain.domain_name}`));
    await user.click(dialog.getByRole('button', { name: 'Add what is missing below' }));
    await user.click(save());
    await screen.findByText(/^Names saved/);
    const name = domain.domain_name;
    expect(api.asked(patch)[1]).toMatchObject({
      body: { hosts: [name, `www.${name}`, `blog.${name}`, `shop.${name}`], hosts_before: now.hosts },
    });
  });
});

describe('tabs that are kept', () => {
  afterEach(() => jest.useRealTimers());

  const config = {
    ...defaultSitePolicy(domain),
    ...{ version: 3, updated_at: domain.created_at, published: true, rollout: 'running' },
  };

  it.each([
    ['Origin Server', `GET /api/domains/${domain.id}/origins`, { checked: true, origins: [] }, 10_000],
    ['WAF Policy', `GET /api/domains/${domain.id}/rollouts`, [], 5_000],
  ])('ask again and again only while they show: %s', async (name, call, body, everyMs) => {
    const { api } = open(HERE, {
      [`GET /api/domains/${domain.id}/waf-config`]: { body: config },
      [call]: { body },
    });
    const shown = within(await parts());
    await loaded();
    const clock = stopClock();
    const go = (to: string) => fireEvent.click(shown.getByRole('link', { name: to }));
    const asked = () => api.asked(call).length;
    go(name);
    await clock.until('asked once', () => asked() === 1);
    await clock.pass(everyMs * 2 + 100);
    const whileShown = asked();
    expect(whileShown).toBeGreaterThanOrEqual(3);
    go('Overview');
    await clock.pass(everyMs * 10);
    expect(asked()).toBe(whileShown);
    go(name);
    await clock.until('asked anew', () => asked() === whileShown + 1);
  });
});
