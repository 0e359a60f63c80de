// What screens of a domain's configuration have in common: where it is, how one gets there, what it shows.

import type { SitePolicy } from '../../src/shared/api/openapi.gen.ts';
import { userOf } from '../canned/people.ts';
import { reply } from '../canned/reply.ts';
import { type Act, click, scrollDialogs, steps } from './acts.ts';

export const at = '/dashboard/domains';
export const enterprise = userOf('enterprise');
export const configuration = steps(click('Configure WAF'), async (page) => {
  await page.getByText('Loading configuration...').waitFor({ state: 'hidden' });
});
export const tab = (name: string) => steps(configuration, click(name, 'tab'));
export const toEnd = (...acts: Act[]) => steps(...acts, scrollDialogs);
export const CONFIG = '/api/domains/{id}/waf-config';
export const configured = (config: SitePolicy) => reply(`GET ${CONFIG}`, config);

export const toggle = (name: string) => click(name, 'switch');
