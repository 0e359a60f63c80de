// Domains, their configuration, and the dialogs that lead to another plan.

import { ago, id } from '../canned/common.mjs';
import {
  certificateStates,
  cleanForecast,
  dnsStates,
  fullConfig,
  logOnlyConfig,
  manyBans,
  manyDomains,
} from '../canned/domains.mjs';
import { customer, userOf } from '../canned/people.mjs';
import { click, clickLast, fill, scrollDialogs, steps } from './acts.mjs';

const at = '/dashboard/domains';
const enterprise = userOf('enterprise', false);
const configuration = steps(click('Configure WAF'), async (page) => {
  await page.getByText('Loading configuration...').waitFor({ state: 'hidden' });
});
const tab = (name) => steps(configuration, click(name, 'tab'));
const toEnd = (...acts) => steps(...acts, scrollDialogs);
/** A call under the first domain, answered otherwise. */
const first = (path, answer) => ({ [path.replace(' ', ` /domains/${id(11)}/`)]: answer });
const second = (path, answer) => ({ [path.replace(' ', ` /domains/${id(12)}/`)]: answer });
const ok = (body) => ({ status: 200, body });
const refused = (status, code, detail) => ({ status, body: { status, code, detail } });

const toggle = (name) => click(name, 'switch');
const certificates = (name) => ({
  name: `waf-certificates-${name}`,
  at,
  as: customer,
  act: tab('Certificates'),
  answers: first('GET certificates', ok(certificateStates[name])),
});
const wizard = (name) => ({
  name: `domain-verify-${name}`,
  at,
  as: customer,
  act: click('Verify DNS'),
  answers: second('GET dns', ok(dnsStates[name])),
});
const editedPolicy = steps(tab('WAF Policy'), toggle('Managed Rules'));

export default [
  { name: 'domains', at, as: customer },
  { name: 'domains-none', at, as: customer, answers: { 'GET /domains': ok([]) } },
  { name: 'domains-many', at, as: enterprise, answers: { 'GET /domains': ok(manyDomains) } },
  { name: 'domains-loading', at, as: customer, answers: { 'GET /domains': 'never' } },
  { name: 'domains-failed', at, as: customer, answers: { 'GET /domains': { status: 500, body: {} } } },
  { name: 'domain-add', at: `${at}?add=1`, as: enterprise },
  { name: 'domain-add-full', at: `${at}?add=1`, as: customer },
  { name: 'domain-add-errors', at: `${at}?add=1`, as: enterprise, act: clickLast('Add Domain') },
  { name: 'domain-delete', at, as: customer, act: click(/^Delete /) },
  { name: 'domain-removed', at, as: customer, act: steps(click(/^Delete /), click('Delete domain')) },

  { name: 'domain-verify', at, as: customer, act: click('Verify DNS') },
  { name: 'domain-verify-end', at, as: customer, act: toEnd(click('Verify DNS')) },
  {
    name: 'domain-verify-provider',
    at,
    as: customer,
    act: steps(click('Verify DNS'), async (page) => {
      await page.getByLabel('Your DNS provider').selectOption('Google Cloud DNS');
    }),
  },
  ...['wrong', 'proxied', 'unreachable'].map(wizard),
  {
    name: 'domain-verify-checking',
    at,
    as: customer,
    act: click('Verify DNS'),
    answers: second('GET dns', 'never'),
  },
  {
    name: 'domain-verify-failed',
    at,
    as: customer,
    act: click('Verify DNS'),
    answers: second('GET dns', { status: 503, body: {} }),
  },
  { name: 'domain-traffic', at, as: customer, act: click('DNS') },
  { name: 'domain-traffic-end', at, as: customer, act: toEnd(click('DNS')) },
  {
    name: 'domain-traffic-done',
    at,
    as: customer,
    act: click('DNS'),
    answers: first('GET dns', ok(dnsStates.done)),
  },

  { name: 'waf-origin', at, as: customer, act: configuration },
  { name: 'waf-origin-end', at, as: customer, act: toEnd(configuration) },
  {
    name: 'waf-origin-full',
    at,
    as: enterprise,
    act: toEnd(configuration),
    answers: { ...first('GET waf-config', ok(fullConfig)), ...first('GET origins', ok(origins())) },
  },
  {
    name: 'waf-origin-errors',
    at,
    as: customer,
    act: steps(configuration, fill({ 'Origin Port': '99999' }), fill({ 'Origin Host': '' })),
  },
  {
    name: 'waf-loading',
    at,
    as: customer,
    act: click('Configure WAF'),
    answers: first('GET waf-config', 'never'),
  },
  {
    name: 'waf-failed',
    at,
    as: customer,
    act: configuration,
    answers: first('GET waf-config', { status: 500, body: {} }),
  },
  { name: 'waf-unsaved', at, as: customer, act: steps(editedPolicy, click('Origin Server', 'tab')) },
  { name: 'waf-leaving', at, as: customer, act: steps(editedPolicy, click('Close')) },
  {
    name: 'waf-conflict',
    at,
    as: customer,
    act: steps(editedPolicy, click('Save WAF Policy')),
    answers: first(
      'PUT waf-config',
      refused(
        409,
        'configuration_changed',
        'This configuration was changed meanwhile (it is at version 10 now). Please load it again.',
      ),
    ),
  },
  {
    name: 'waf-saving',
    at,
    as: customer,
    act: steps(editedPolicy, click('Save WAF Policy')),
    answers: first('PUT waf-config', 'never'),
  },

  { name: 'waf-policy', at, as: customer, act: tab('WAF Policy') },
  { name: 'waf-policy-end', at, as: customer, act: toEnd(tab('WAF Policy')) },
  ...['free', 'business'].map((plan) => ({
    name: `waf-policy-${plan}`,
    at,
    as: userOf(plan, false),
    act: tab('WAF Policy'),
  })),
  {
    name: 'waf-policy-full',
    at,
    as: enterprise,
    act: tab('WAF Policy'),
    answers: first('GET waf-config', ok(fullConfig)),
  },
  {
    name: 'waf-policy-full-middle',
    at,
    as: enterprise,
    act: steps(tab('WAF Policy'), async (page) => {
      await page.getByText('Geo-Blocking').first().scrollIntoViewIfNeeded();
    }),
    answers: first('GET waf-config', ok(fullConfig)),
  },
  {
    name: 'waf-policy-full-end',
    at,
    as: enterprise,
    act: toEnd(tab('WAF Policy')),
    answers: first('GET waf-config', ok(fullConfig)),
  },
  {
    name: 'waf-policy-errors',
    at,
    as: enterprise,
    act: steps(
      tab('WAF Policy'),
      async (page) => page.getByRole('textbox', { name: 'Blocked IPs' }).fill('300.1.2.3/99'),
      click('Add to block list'),
    ),
  },
  {
    name: 'waf-forecast',
    at,
    as: customer,
    act: tab('WAF Policy'),
    answers: first('GET waf-config', ok(logOnlyConfig)),
  },
  {
    name: 'waf-forecast-causes',
    at,
    as: customer,
    act: steps(tab('WAF Policy'), async (page) => {
      await page.getByText('Newest requests').first().click();
      await page.getByRole('list', { name: 'What would have been blocked' }).scrollIntoViewIfNeeded();
    }),
    answers: first('GET waf-config', ok(logOnlyConfig)),
  },
  {
    name: 'waf-forecast-clean',
    at,
    as: customer,
    act: tab('WAF Policy'),
    answers: {
      ...first('GET waf-config', ok(logOnlyConfig)),
      'GET /dashboard/blocking-forecast': ok(cleanForecast),
    },
  },
  {
    name: 'waf-forecast-failed',
    at,
    as: customer,
    act: tab('WAF Policy'),
    answers: {
      ...first('GET waf-config', ok(logOnlyConfig)),
      'GET /dashboard/blocking-forecast': { status: 503, body: {} },
    },
  },

  { name: 'waf-certificates', at, as: customer, act: tab('Certificates') },
  ...['none', 'pending', 'failed', 'uploaded'].map(certificates),
  {
    name: 'waf-certificates-upload',
    at,
    as: customer,
    act: steps(tab('Certificates'), click('Upload your own')),
  },
  { name: 'waf-certificates-revoke', at, as: customer, act: steps(tab('Certificates'), click('Revoke')) },
  { name: 'waf-cache', at, as: enterprise, act: tab('Cache') },
  { name: 'waf-cache-locked', at, as: customer, act: tab('Cache') },
  {
    name: 'waf-cache-paths',
    at,
    as: enterprise,
    act: steps(tab('Cache'), click('By path', 'radio'), fill({ Paths: 'assets' }), click('Add to Paths')),
  },
  { name: 'waf-bans', at, as: customer, act: tab('Bans') },
  {
    name: 'waf-bans-none',
    at,
    as: customer,
    act: tab('Bans'),
    answers: first('GET bans', ok({ total: 0, bans: [] })),
  },
  {
    name: 'waf-bans-many',
    at,
    as: customer,
    act: toEnd(tab('Bans')),
    answers: first('GET bans', ok(manyBans)),
  },
  { name: 'waf-history', at, as: customer, act: tab('History') },
  { name: 'waf-history-end', at, as: customer, act: toEnd(tab('History')) },
  {
    name: 'waf-history-question',
    at,
    as: customer,
    act: steps(tab('History'), click(/^Roll back to version 6$/)),
  },
  {
    name: 'upgrade-required',
    at,
    as: customer,
    act: steps(tab('WAF Policy'), click('Bot Protection', 'switch')),
  },
  { name: 'upgrade-required-end', at, as: customer, act: toEnd(tab('WAF Policy'), toggle('Bot Protection')) },
  { name: 'upgrade-plan', at, as: customer, act: steps(configuration, click('Change Plan')) },
  { name: 'upgrade-plan-end', at, as: customer, act: toEnd(configuration, click('Change Plan')) },
  {
    name: 'upgrade-plan-payment',
    at,
    as: customer,
    act: steps(configuration, click('Change Plan'), clickLast('Select Plan')),
  },
];

/** One origin well, one not, one not looked at yet. */
function origins() {
  const node = (name, healthy, problem, status) => ({
    node: name,
    healthy,
    problem,
    status,
    checked_at: ago(1),
  });
  const origin = (name, healthy, nodes) => ({ origin: name, healthy, nodes, weight: 1, backup: false });
  return {
    checked: true,
    origins: [
      origin('https://203.0.113.21:443', true, [node('edge-1', true, '', 200)]),
      origin('https://203.0.113.22:443', false, [node('edge-1', false, 'unexpected status', 502)]),
      origin('https://reserve.keramik-lindner.example:8443', null, []),
    ],
  };
}
