import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;
const stored = (policy = {}) => {
  const config = defaultSitePolicy(domain);
  return {
    ...config,
    policyConfig: { ...config.policyConfig, ...policy },
    version: 3,
    updated_at: domain.created_at,
    published: true,
  };
};
const packs = {
  packs: [
    {
      name: 'wordpress',
      title: 'WordPress',
      description: 'Pages are HTML.',
      exclusions: [
        { what: 'Posts', paths: ['/wp-json/'], targets: ['ARGS:json.content'], families: ['xss'] },
      ],
      patches: [{ ruleId: 30101, what: 'a known hole' }],
    },
  ],
};

async function open(plan: string, policy = {}) {
  const user = fakeUser({ plan, entitlements: fakePlans.find(({ slug }) => slug === plan)!.entitlements });
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/managed-rules/releases': {
      body: {
        releases: [{ name: 'crs-4', nodes: 1 }],
        nodes: 2,
        lacking: { leaked_passwords: 2, upload_scanner: 1 },
      },
    },
    'GET /api/managed-rules/packs': { body: packs },
    [`GET ${CONFIG_PATH}`]: { body: stored(policy) },
    [`PUT ${CONFIG_PATH}`]: { body: stored(policy) },
  });
  const { user: hand } = renderApp('/dashboard/domains');
  await hand.click(await screen.findByRole('button', { name: 'Configure WAF' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure WAF' }));
  await hand.click(dialog.getByRole('tab', { name: /WAF Policy/ }));
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  const save = async () => {
    await hand.click(dialog.getByRole('button', { name: 'Save WAF Policy' }));
    await waitFor(() => expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(1));
    return api.asked(`PUT ${CONFIG_PATH}`)[0]!.body as { policyConfig: Record<string, unknown> };
  };
  return { hand, dialog, save };
}

it('a rule set of the operator is chosen with its level and threshold, and says which nodes lack it', async () => {
  const { hand, dialog, save } = await open('business');
  await hand.selectOptions(await dialog.findByLabelText('Rule set of this site'), 'crs-4');
  expect(dialog.queryByText('WAF Sensitivity')).toBeNull();
  expect(dialog.getByText(/1 of 2 edge nodes have it so far/)).toBeTruthy();
  await hand.selectOptions(dialog.getByLabelText('Paranoia level'), '2');
  const threshold = dialog.getByLabelText('Inbound anomaly threshold');
  await hand.clear(threshold);
  await hand.type(threshold, '10');
  await hand.click(dialog.getByRole('button', { name: 'Add rule' }));
  await hand.type(dialog.getByLabelText('Rule number'), '942430');
  expect((await save()).policyConfig).toMatchObject({
    rule_set: 'crs-4',
    paranoia_level: 2,
    inbound_anomaly_threshold: 10,
    rule_adjustments: [{ rule_id: 942430, log_only: true, score: null }],
  });
});

it('a plan without a choice of rule sets explains itself', async () => {
  const { hand, dialog } = await open('starter');
  const field = await dialog.findByLabelText<HTMLSelectElement>('Rule set of this site');
  await hand.selectOptions(field, 'crs-4');
  expect(await screen.findByText(/Uses another rule set for a site/)).toBeTruthy();
  expect(field.value).toBe('managed');
});

it('an application is switched on with one click, says what it changes, and where it is', async () => {
  const { hand, dialog, save } = await open('free');
  await hand.click(await dialog.findByRole('switch', { name: 'WordPress' }));
  expect(dialog.getByText(/a known hole/)).toBeTruthy();
  const path = dialog.getByLabelText('Where WordPress is installed');
  await hand.clear(path);
  await hand.type(path, '/blog');
  expect((await save()).policyConfig).toMatchObject({
    application_packs: [{ name: 'wordpress', path: '/blog' }],
  });
});

it('a list of leaked passwords and a scanner that the operator has not set up are said to be missing', async () => {
  const { hand, dialog } = await open('business', { upload_scanning: 'fail_closed' });
  expect(await dialog.findByText('1 of 2 edge nodes have no virus scanner')).toBeTruthy();
  expect(dialog.getByText(/Without one, every upload is blocked/)).toBeTruthy();
  expect(dialog.queryByText(/list of leaked passwords/)).toBeNull();
  await hand.selectOptions(dialog.getByLabelText('Leaked passwords at sign-in'), 'block');
  expect(dialog.getByText('Your operator has set up no list of leaked passwords')).toBeTruthy();
  const guides = dialog.getAllByRole('link', { name: 'the documentation' });
  expect(guides.map((guide) => guide.getAttribute('href'))).toContain('/docs/guides/leaked-passwords');
});
