import { expect } from './fixtures.ts';
import { FROM_CHINA, test } from './owned-site.ts';

test('a custom rate limit is made from a template, counts by its key at the edge, and appears in the log', async ({
  site,
}) => {
  const { visitor, domain, edge } = site;
  const { page } = visitor;
  await visitor.open(`/dashboard/domains/${domain}/limits`);
  const panel = page.getByRole('region', { name: 'Rate limit rules' });
  await visitor.press(/^API keys/, panel);
  const dialog = visitor.dialog('Add limit');
  await dialog.getByLabel('Amount').fill('0');
  await visitor.press('Add limit', dialog);
  await visitor.sees('Amount must be a whole number between 1 and 4294967295', dialog);
  await dialog.getByLabel('Amount').fill('3');
  await dialog.getByLabel('In seconds').fill('3600');
  await dialog.getByLabel('Counted in').selectOption('Sliding window');
  await dialog.getByLabel('Counted by').selectOption('Address');
  await dialog.getByLabel('What happens').selectOption('Block');
  await visitor.sees(
    /^3 requests in 1 hour by address, when the path starts with \/api → Block for 10 minutes$/,
    dialog,
  );
  await visitor.press('Add limit', dialog);
  await visitor.isTold('Limit saved');
  await visitor.sees('1 of 100 in your plan.', panel);

  await edge.answersWith(429, '/api/things');
  expect((await edge.knock('/')).status).toBe(200);
  expect((await edge.knock('/api/things', FROM_CHINA)).status).toBe(200);

  await visitor.open(`/dashboard/domains/${domain}/bans`);
  await visitor.sees(/^Over a rate limit rule/);
  await visitor.press(/^Lift the ban of limit\//);
  await visitor.isTold(/^The ban of limit\/.* is lifted$/);
});
