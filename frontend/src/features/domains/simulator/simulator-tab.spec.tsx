import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../entities/policy/site-policy.ts';
import type { Simulation } from '../../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const HERE = `/dashboard/domains/${domain.domain_name}`;
const SIMULATE = `POST /api/domains/${domain.id}/simulate`;

const refused: Simulation = {
  sentence: 'Blocked: rule 2001 (XSS: markup that runs a script) found something in the parameter q.',
  outcome: 'refused',
  unknown: null,
  remark: '',
  status: 403,
  reason: 'rule',
  rule_id: 9001,
  inbound_score: 5,
  phases: [
    { name: 'access', answer: 'went_on' },
    { name: 'rate-limits', answer: 'left_out' },
    { name: 'inspection', answer: 'decided' },
  ],
  matches: [
    {
      rule_id: 2001,
      phase: 2,
      message: 'XSS: markup that runs a script',
      score: 5,
      severity: 'CRITICAL',
      logged: true,
      tags: ['family/xss'],
      targets: [
        {
          name: 'ARGS:q',
          value: '%3CScript>',
          steps: [
            { name: 'urldecodeuni', value: '<Script>' },
            { name: 'lowercase', value: '<script>' },
          ],
          transformed: '<script>',
          found: '<script',
          operator: '@rx <script',
        },
      ],
    },
  ],
  exclusions: [],
  body_processor: null,
  body_error: null,
  bytes_inspected: 0,
  judged: 'live',
  version: 3,
};

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
    [`GET /api/domains/${domain.id}/waf-config/versions`]: { body: [] },
    [SIMULATE]: { body: refused },
    ...over,
  });
  return { api, ...renderApp(path) };
}

const box = () => screen.findByRole('textbox', { name: /Request/ });
const press = () => screen.getByRole('button', { name: 'Simulate' });
type Api = ReturnType<typeof open>['api'];
const sent = (api: Api) => api.asked(SIMULATE).map(({ body }) => body);

it('says in a sentence what becomes of a request, and on demand by which steps', async () => {
  const { user, api } = open(`${HERE}/simulator`);
  await user.click(await box());
  await user.paste('/?q=%3CScript%3E');
  await user.click(press());
  const result = await screen.findByRole('region', { name: 'Result' });
  expect(within(result).getByRole('status').textContent).toContain(refused.sentence);
  expect(within(result).getByText(/1 rule matched, score 5/)).toBeDefined();
  expect(result.textContent).toContain('urldecodeuni makes it <Script>');
  expect(result.textContent).toContain('Not simulated: it depends on more than this request');
  expect(sent(api)).toEqual([{ request: '/?q=%3CScript%3E' }]);
});

it('judges by what was changed and not saved', async () => {
  const { user, api } = open(`${HERE}/policy`);
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  await user.click(await screen.findByRole('switch', { name: 'Managed Rules' }));
  await user.click(screen.getByRole('link', { name: 'Simulator' }));
  await user.type(await box(), '/');
  expect((screen.getByRole('combobox', { name: 'Policy' }) as HTMLSelectElement).value).toBe('draft');
  await user.click(press());
  await screen.findByRole('region', { name: 'Result' });
  expect(sent(api)).toEqual([{ request: '/', draft: { policyConfig: { enable_managed_rules: false } } }]);
});

it('says why a text is no request', async () => {
  const { user } = open(`${HERE}/simulator`, {
    [SIMULATE]: {
      status: 422,
      body: { status: 422, code: 'request_unreadable', detail: 'Not a request: there is nothing in it' },
    },
  });
  await user.type(await box(), 'x');
  await user.click(press());
  expect((await screen.findByRole('alert')).textContent).toContain('Not a request: there is nothing in it');
});
