import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import type { RateLimitRule } from '../../../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG = `/api/domains/${domain.id}/waf-config`;

async function open(plan: 'free' | 'business', first: RateLimitRule[] = []) {
  const { entitlements } = fakePlans.find(({ slug }) => slug === plan)!;
  const user = fakeUser({ plan, entitlements });
  storeSession(user);
  const state = { version: 3, rules: first };
  const config = () => {
    const defaults = defaultSitePolicy(domain);
    return {
      originConfig: defaults.originConfig,
      policyConfig: { ...defaults.policyConfig, rate_limit_rules: state.rules },
      version: state.version,
      updated_at: domain.created_at,
      published: true,
    };
  };
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET ${CONFIG}`]: () => ({ body: config() }),
    [`PUT ${CONFIG}`]: ({ body }: { body: unknown }) => {
      state.version++;
      state.rules = (
        body as { policyConfig: { rate_limit_rules: RateLimitRule[] } }
      ).policyConfig.rate_limit_rules;
      return { body: config() };
    },
  });
  const app = renderApp(`/dashboard/domains/${domain.domain_name}/limits`);
  const panel = await screen.findByRole('region', { name: 'Rate limit rules' });
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  return { ...app, panel, state };
}

describe('limits of one’s own', () => {
  it('begin as a template, and read as a sentence', async () => {
    const { user, panel, state } = await open('business');
    await user.click(await within(panel).findByRole('button', { name: /^Failed sign-ins/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Add limit' });
    await user.selectOptions(within(dialog).getByLabelText('Counted by'), 'Cookie');
    await user.click(within(dialog).getByRole('button', { name: 'Add limit' }));
    expect(await within(dialog).findByText('Please enter a name')).toBeDefined();
    await user.type(within(dialog).getAllByLabelText(/^Name/).at(-1)!, 'sid');
    await user.click(within(dialog).getByRole('button', { name: 'Add limit' }));
    await waitFor(() => expect(state.rules).toHaveLength(1));
    expect(state.rules[0]).toMatchObject({
      key: [{ part: 'cookie', name: 'sid' }],
      counts: 'failures',
      statuses: [401, 403],
      action: 'block',
      block_seconds: 600,
    });
    await within(panel).findByText(
      '5 failed answers (401, 403) in 10 minutes by cookie sid, when the path starts with /login and the method is POST → Block for 10 minutes',
    );
  });

  it('keep only what belongs to their count and consequence', async () => {
    const { user, panel, state } = await open('business');
    await user.click(await within(panel).findByRole('button', { name: /^API keys/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Add limit' });
    await user.selectOptions(within(dialog).getByLabelText('What happens'), 'Slow down');
    await user.selectOptions(within(dialog).getByLabelText('Of'), 'Distinct paths');
    await user.click(within(dialog).getByRole('button', { name: 'Add limit' }));
    await waitFor(() => expect(state.rules).toHaveLength(1));
    expect(state.rules[0]).toMatchObject({
      counts: 'distinct_paths',
      algorithm: 'sliding_window',
      burst: 0,
      action: 'slow_down',
      delay_ms: 1_000,
      block_seconds: 0,
    });
  });

  it('are no part of a plan without rate limiting', async () => {
    const { user, panel } = await open('free');
    await user.click(await within(panel).findByRole('button', { name: 'Add limit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade Required' });
    expect(dialog.textContent).toContain('Rate limiting');
  });
});
