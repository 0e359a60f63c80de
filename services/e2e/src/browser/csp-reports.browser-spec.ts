import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import { visit } from '../edge-client.ts';
import { violations } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';
import { tooWide } from './table-facts.ts';

const POLICY = 'Content-Security-Policy-Report-Only';

test('what browsers report of a policy is put into it at one press, and enforced at another', async ({
  site,
  world,
}) => {
  const { visitor, domain, edge } = site;
  const api = await ApiClient.signIn(world.stack.api, site.account);
  const header_rules = [
    { target: 'response', operation: 'set', name: POLICY, value: "default-src 'self'; img-src 'self'" },
  ];
  const { status } = await api.call('PUT', `/domains/${await site.id()}/waf-config`, {
    policyConfig: { header_rules, csp_reports: true },
  });
  expect(status).toBe(200);
  const asked = await eventually('the policy asking for reports', async () => {
    const { headers } = await edge.knock('/');
    expect(headers['content-security-policy-report-only']).toMatch(/report-uri \/\.palisade\/csp-report/);
    return headers;
  });
  expect(asked['reporting-endpoints']).toBe('palisade-csp="/.palisade/csp-report"');
  const report = {
    type: 'csp-violation',
    body: {
      documentURL: `https://${domain}/basket?secret=1`,
      effectiveDirective: 'img-src',
      blockedURL: 'https://images.example/a.png',
    },
  };
  const answer = await visit(world.stack.urls.demo_site, domain, '/.palisade/csp-report', {
    method: 'POST',
    headers: { 'content-type': 'application/reports+json' },
    body: JSON.stringify([report]),
  });
  expect(answer.status).toBe(200);

  const reports = visitor.page.getByRole('region', { name: 'Reports of the last 7 days' });
  await eventually(
    'the report on the screen',
    async () => {
      await visitor.open(`/dashboard/domains/${domain}/redirects`);
      await expect(reports.getByText('img-src images.example')).toBeVisible({ timeout: 5_000 });
    },
    60_000,
  );
  await expect(reports.getByText('1 report, on /basket')).toBeVisible();
  expect(await violations(visitor.page)).toEqual([]);
  await visitor.press('Allow images.example for img-src', reports);
  await visitor.sees('images.example is allowed for img-src, once you save.', reports);
  await visitor.press('Enforce the policy', reports);
  await visitor.sees('The policy blocks from now on, once you save.', reports);
  expect(await tooWide(visitor.page)).toEqual([]);
  await visitor.press('Save Redirects and Pages');
  await site.saved();
  await eventually('the policy in force', async () => {
    const { headers } = await edge.knock('/');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'self'; img-src 'self' images\.example; report-uri/,
    );
  });
});
