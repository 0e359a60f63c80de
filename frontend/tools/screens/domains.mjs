// Domains, their configuration, and the dialogs that lead to another plan.
import { customer } from '../canned/people.mjs';
import { click, steps } from './acts.mjs';

const at = '/dashboard/domains';
const configuration = click('Configure WAF');
const tab = (name) => steps(configuration, click(name, 'tab'));

export default [
  { name: 'domains', at, as: customer },
  { name: 'domain-add', at: `${at}?add=1`, as: customer },
  { name: 'domain-verify', at, as: customer, act: click('Verify DNS') },
  { name: 'domain-delete', at, as: customer, act: click(/^Delete /) },
  { name: 'waf-origin', at, as: customer, act: configuration },
  { name: 'waf-policy', at, as: customer, act: tab('WAF Policy') },
  { name: 'waf-certificates', at, as: customer, act: tab('Certificates') },
  { name: 'waf-cache', at, as: customer, act: tab('Cache') },
  { name: 'waf-bans', at, as: customer, act: tab('Bans') },
  { name: 'waf-history', at, as: customer, act: tab('History') },
  {
    name: 'upgrade-required',
    at,
    as: customer,
    act: steps(tab('WAF Policy'), click('Bot Protection', 'switch')),
  },
  { name: 'upgrade-plan', at, as: customer, act: steps(configuration, click('Change Plan')) },
];
