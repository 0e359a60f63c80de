// Domains, their configuration, and the dialogs that lead to another plan.

import type { DnsState, OriginList, OriginState } from '../../src/shared/api/openapi.gen.ts';
import { ago } from '../canned/common.ts';
import { manyBans, manyDomains, ownershipDomains } from '../canned/domains.ts';
import { cleanForecast } from '../canned/forecast.ts';
import { certificateStates, dnsStates } from '../canned/names.ts';
import { customer, userOf } from '../canned/people.ts';
import { loading, refuse, reply } from '../canned/reply.ts';
import { fullConfig, logOnlyConfig } from '../canned/site-policy.ts';
import { click, clickLast, fill, steps } from './acts.ts';
import { at, CONFIG, configuration, configured, enterprise, tab, toEnd, toggle } from './configuration.ts';
import type { Screen } from './screen.ts';

const dnsIs = (state: DnsState) => reply('GET /api/domains/{id}/dns', state);

const certificates = (name: keyof typeof certificateStates): Screen => ({
  name: `waf-certificates-${name}`,
  at,
  as: customer,
  act: tab('Certificates'),
  answers: reply('GET /api/domains/{id}/certificates', certificateStates[name]),
});
const wizard = (name: keyof typeof dnsStates): Screen => ({
  name: `domain-verify-${name}`,
  at,
  as: customer,
  act: click('Verify DNS'),
  answers: dnsIs(dnsStates[name]),
});
const editedPolicy = steps(tab('WAF Policy'), toggle('Managed Rules'));

const screens: Screen[] = [
  { name: 'domains', at, as: customer },
  { name: 'domains-none', at, as: customer, answers: reply('GET /api/domains', []) },
  { name: 'domains-many', at, as: enterprise, answers: reply('GET /api/domains', manyDomains) },
  { name: 'domains-ownership', at, as: enterprise, answers: reply('GET /api/domains', ownershipDomains) },
  { name: 'domains-loading', at, as: customer, answers: loading('GET /api/domains') },
  { name: 'domains-failed', at, as: customer, answers: refuse('GET /api/domains', 500) },
  { name: 'domain-add', at: `${at}?add=1`, as: enterprise },
  { name: 'domain-add-full', at: `${at}?add=1`, as: customer },
  { name: 'domain-add-errors', at: `${at}?add=1`, as: enterprise, act: clickLast('Add Domain') },
  { name: 'domain-add-call', at: `${at}?add=1`, as: enterprise, act: click('Show the call') },
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
  ...(['wrong', 'proxied', 'unreachable'] as const).map(wizard),
  {
    name: 'domain-verify-checking',
    at,
    as: customer,
    act: click('Verify DNS'),
    answers: loading('GET /api/domains/{id}/dns'),
  },
  {
    name: 'domain-verify-failed',
    at,
    as: customer,
    act: click('Verify DNS'),
    answers: refuse('GET /api/domains/{id}/dns', 503),
  },
  { name: 'domain-traffic', at, as: customer, act: click('DNS') },
  { name: 'domain-traffic-end', at, as: customer, act: toEnd(click('DNS')) },
  {
    name: 'domain-traffic-done',
    at,
    as: customer,
    act: click('DNS'),
    answers: dnsIs(dnsStates.done),
  },

  { name: 'waf-origin', at, as: customer, act: configuration },
  { name: 'waf-origin-end', at, as: customer, act: toEnd(configuration) },
  {
    name: 'waf-origin-full',
    at,
    as: enterprise,
    act: toEnd(configuration),
    answers: { ...configured(fullConfig), ...reply('GET /api/domains/{id}/origins', origins()) },
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
    answers: loading(`GET ${CONFIG}`),
  },
  {
    name: 'waf-failed',
    at,
    as: customer,
    act: configuration,
    answers: refuse(`GET ${CONFIG}`, 500),
  },
  { name: 'waf-unsaved', at, as: customer, act: steps(editedPolicy, click('Origin Server', 'tab')) },
  { name: 'waf-leaving', at, as: customer, act: steps(editedPolicy, click('Close')) },
  {
    name: 'waf-conflict',
    at,
    as: customer,
    act: steps(editedPolicy, click('Save WAF Policy')),
    answers: refuse(`PUT ${CONFIG}`, 409, {
      code: 'configuration_changed',
      detail:
        'This configuration was changed in the meantime (it is at version 10 now). Please load it again.',
    }),
  },
  {
    name: 'waf-saving',
    at,
    as: customer,
    act: steps(editedPolicy, click('Save WAF Policy')),
    answers: loading(`PUT ${CONFIG}`),
  },

  { name: 'waf-policy', at, as: customer, act: tab('WAF Policy') },
  { name: 'waf-policy-end', at, as: customer, act: toEnd(tab('WAF Policy')) },
  ...(['free', 'business'] as const).map((plan) => ({
    name: `waf-policy-${plan}`,
    at,
    as: userOf(plan),
    act: tab('WAF Policy'),
  })),
  {
    name: 'waf-policy-full',
    at,
    as: enterprise,
    act: tab('WAF Policy'),
    answers: configured(fullConfig),
  },
  {
    name: 'waf-policy-full-middle',
    at,
    as: enterprise,
    act: steps(tab('WAF Policy'), async (page) => {
      await page.getByText('Geo-Blocking').first().scrollIntoViewIfNeeded();
    }),
    answers: configured(fullConfig),
  },
  {
    name: 'waf-policy-full-end',
    at,
    as: enterprise,
    act: toEnd(tab('WAF Policy')),
    answers: configured(fullConfig),
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
    answers: configured(logOnlyConfig),
  },
  {
    name: 'waf-forecast-causes',
    at,
    as: customer,
    act: steps(tab('WAF Policy'), async (page) => {
      await page.getByText('Newest requests').first().click();
      await page.getByRole('list', { name: 'What would have been blocked' }).scrollIntoViewIfNeeded();
    }),
    answers: configured(logOnlyConfig),
  },
  {
    name: 'waf-forecast-clean',
    at,
    as: customer,
    act: tab('WAF Policy'),
    answers: {
      ...configured(logOnlyConfig),
      ...reply('GET /api/dashboard/blocking-forecast', cleanForecast),
    },
  },
  {
    name: 'waf-forecast-failed',
    at,
    as: customer,
    act: tab('WAF Policy'),
    answers: {
      ...configured(logOnlyConfig),
      ...refuse('GET /api/dashboard/blocking-forecast', 503),
    },
  },

  { name: 'waf-certificates', at, as: customer, act: tab('Certificates') },
  ...(['none', 'pending', 'failed', 'uploaded'] as const).map(certificates),
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
    answers: reply('GET /api/domains/{id}/bans', { total: 0, listings: 0, bans: [] }),
  },
  {
    name: 'waf-bans-many',
    at,
    as: customer,
    act: toEnd(tab('Bans')),
    answers: reply('GET /api/domains/{id}/bans', manyBans),
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
export default screens;

/** One origin well, one not, one not looked at yet. */
function origins(): OriginList {
  const node = (name: string, healthy: boolean, problem: string, status: number) => ({
    node: name,
    healthy,
    problem,
    status,
    latency_ms: healthy ? 12.4 : null,
    checked_at: ago(1),
  });
  const origin = (name: string, healthy: boolean | null, nodes: OriginState['nodes']) => ({
    origin: name,
    healthy,
    nodes,
    weight: 1,
    backup: false,
    places: [],
    drain_until: null,
  });
  return {
    checked: true,
    origins: [
      origin('https://203.0.113.21:443', true, [node('edge-1', true, '', 200)]),
      origin('https://203.0.113.22:443', false, [node('edge-1', false, 'unexpected status', 502)]),
      origin('https://reserve.keramik-lindner.example:8443', null, []),
    ],
  };
}
