// The place of one site, at each of its addresses.
import { SITE_TABS } from '../../src/features/domains/site/site-tabs.ts';
import { drafts } from '../canned/drafts.ts';
import { nowStates } from '../canned/now.ts';
import { userOf } from '../canned/people.ts';
import { recorded, replay } from '../canned/policy-replay.ts';
import { refuse, reply } from '../canned/reply.ts';
import { rollouts, runningRollout } from '../canned/rollouts.ts';
import { configWith, fullConfig, limits } from '../canned/site-policy.ts';
import { publicStates, suspendedOwnPage } from '../canned/status.ts';
import { type Act, click, clickExactly, scrollDialogs, steps } from './acts.ts';
import { configured, enterprise } from './configuration.ts';
import type { Screen } from './screen.ts';

const business = userOf('business');
const at = '/dashboard/domains/keramik-lindner.example';

/** Its panels are chunks of their own. */
const panelThere: Act = async (page) => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role="status"]')].every(
      (one) => !`${one.getAttribute('aria-label') ?? ''}${one.textContent}`.startsWith('Loading'),
    ),
  );
  await page.waitForTimeout(300);
};

const screens: Screen[] = [
  { name: 'status', at: '/status/keramik-lindner', full: true, act: panelThere },
  ...Object.entries(publicStates).map(
    ([state, body]): Screen => ({
      name: `status-${state}`,
      at: '/status/keramik-lindner',
      full: true,
      act: panelThere,
      answers: reply('GET /api/status/{slug}', body),
    }),
  ),
  {
    name: 'status-none',
    at: '/status/keramik-lindner',
    act: panelThere,
    answers: refuse('GET /api/status/{slug}', 404, { code: 'status_page_not_found' }),
  },
  {
    name: 'status-incident',
    at: `${at}/status`,
    as: business,
    act: steps(panelThere, click('Open an incident')),
  },
  {
    name: 'status-suspended',
    at: `${at}/status`,
    as: business,
    act: panelThere,
    answers: reply('GET /api/status-pages/{domain}', suspendedOwnPage),
  },
  ...Object.entries(nowStates).flatMap(([state, answers]): Screen[] => [
    { name: `now-${state}`, at: '/dashboard', as: business, act: panelThere, answers },
    { name: `now-site-${state}`, at, as: business, act: panelThere, answers },
    { name: `now-list-${state}`, at: '/dashboard/domains', as: business, act: panelThere, answers },
  ]),
  ...SITE_TABS.map((tab) => ({
    name: `site-${tab}`,
    at: `${at}/${tab}`,
    as: enterprise,
    act: panelThere,
    full: true,
    answers: configured(fullConfig),
  })),
  { name: 'site-names', at, as: business, act: steps(panelThere, click('Edit names')) },
  {
    name: 'site-names-refused',
    at,
    as: business,
    act: steps(panelThere, click('Edit names'), click('Save names')),
    answers: refuse('PATCH /api/domains/{id}', 422, {
      code: 'host_invalid',
      detail: 'shop.test is not keramik-lindner.example or a name below it.',
      errors: [{ path: 'hosts', message: 'shop.test is not keramik-lindner.example or a name below it.' }],
    }),
  },
  ...[
    { name: 'limits-some', act: panelThere },
    { name: 'limits-edit', act: steps(panelThere, click('Edit "Anmeldungen einer Kundin"')) },
    {
      name: 'limits-edit-end',
      act: steps(panelThere, click('Edit "Schnittstelle der Händler"'), scrollDialogs),
    },
  ].map((screen) => ({
    ...screen,
    at: `${at}/limits`,
    as: enterprise,
    answers: configured(configWith({ rate_limit_rules: limits })),
  })),
  {
    name: 'site-policy-rollout',
    at: `${at}/policy`,
    as: enterprise,
    act: panelThere,
    answers: {
      ...configured({ ...fullConfig, rollout: runningRollout.id }),
      ...reply('GET /api/domains/{id}/rollouts', [runningRollout, ...rollouts]),
    },
  },
  {
    name: 'site-policy-rollout-start',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, click('Managed Rules', 'switch'), click('Roll out')),
    answers: configured(fullConfig),
  },
  {
    name: 'site-policy-replay',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, click('Managed Rules', 'switch'), click('Try on your traffic'), (page) =>
      page.getByRole('region', { name: 'Requests by path and rule' }).waitFor(),
    ),
    answers: { ...configured(fullConfig), ...reply('POST /api/dashboard/policy-replays', replay) },
  },
  {
    name: 'site-policy-recorded',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, async (page) => {
      await page.getByText('What is recorded', { exact: true }).click();
      await page.getByText(/requests are kept/).scrollIntoViewIfNeeded();
    }),
    answers: {
      ...configured(configWith({ traffic_recording: 'sampled' })),
      ...reply('GET /api/dashboard/recordings', recorded),
    },
  },
  {
    name: 'site-origin-tls',
    at: `${at}/origin`,
    as: enterprise,
    act: steps(panelThere, click('TLS 1.3', 'radio'), (page) =>
      page.getByText('TLS ciphers').first().scrollIntoViewIfNeeded(),
    ),
  },
  {
    name: 'site-origin-certificate',
    at: `${at}/origin`,
    as: enterprise,
    act: steps(panelThere, click('Automatic', 'radio'), async (page) => {
      await page.getByText('Set up your server').click();
      await page.getByText('Certificate for the origin').first().scrollIntoViewIfNeeded();
    }),
  },
  {
    name: 'site-origin-certificate-own',
    at: `${at}/origin`,
    as: enterprise,
    act: steps(panelThere, click('Your own', 'radio'), clickExactly('Upload a certificate'), async (page) => {
      await page.getByText('Certificate for the origin').first().scrollIntoViewIfNeeded();
    }),
  },
  {
    name: 'site-policy-outline',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, click('Managed Rules', 'switch'), async (page) => {
      await page.getByLabel('Requests per minute').fill('many');
      const all = page.getByRole('button', { name: /All sections/ });
      if (await all.isVisible()) await all.click();
    }),
    answers: configured(fullConfig),
  },
  {
    name: 'site-policy-leaked',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, async (page) => {
      await page.getByLabel('Password fields').first().scrollIntoViewIfNeeded();
    }),
    answers: {
      ...configured(
        configWith({ leaked_passwords: 'challenge', leaked_password_paths: ['/konto/anmelden'] }),
      ),
      ...reply('GET /api/managed-rules/releases', {
        releases: [],
        nodes: 2,
        lacking: { leaked_passwords: 2, upload_scanner: 0 },
      }),
    },
  },
  {
    name: 'site-redirects-csp',
    at: `${at}/redirects`,
    as: enterprise,
    act: steps(panelThere, click('Collect CSP reports', 'switch'), async (page) => {
      await page.getByRole('region', { name: /^Reports of the last/ }).scrollIntoViewIfNeeded();
    }),
    answers: configured(fullConfig),
  },
  {
    name: 'site-policy-crawlers',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, async (page) => {
      await page.getByText('Crawlers by kind').click();
      await page.locator('#policy-passwords').scrollIntoViewIfNeeded();
    }),
    answers: configured(fullConfig),
  },
  {
    name: 'site-policy-draft',
    at: `${at}/policy`,
    as: enterprise,
    act: steps(panelThere, click('Managed Rules', 'switch'), click('Save as draft')),
    answers: configured(fullConfig),
  },
  {
    name: 'site-history-drafts',
    at: `${at}/history`,
    as: enterprise,
    act: panelThere,
    answers: { ...configured(fullConfig), ...reply('GET /api/domains/{id}/drafts', drafts) },
  },
  { name: 'site-foreign', at: '/dashboard/domains/foreign.example', as: enterprise },
];

export default screens;
