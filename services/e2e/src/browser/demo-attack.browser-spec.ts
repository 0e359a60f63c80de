import { expect, test } from './fixtures.ts';

test('a visitor attacks the demo shop and reads why it was blocked, and what passes', async ({ world }) => {
  const visitor = await world.visitor();
  await visitor.open('/');
  await visitor.page.getByText('Why was this blocked? The log answers.').scrollIntoViewIfNeeded();
  const box = visitor.page.getByRole('region', { name: /Attack this shop/ });
  await box.scrollIntoViewIfNeeded();
  const verdict = box.getByRole('status', { name: 'What the edge did' });

  await visitor.press('SQL injection', box);
  await visitor.press('Attack', box);
  await expect(verdict).toContainText('Blocked');
  await expect(verdict).toContainText('403');
  await expect(verdict).toContainText('SQL Injection');
  await expect(verdict.getByRole('list', { name: 'Rules that fired' })).toContainText(
    'fired on parameter “q”',
  );

  await visitor.press('A customer', box);
  await box.getByRole('radio', { name: 'In a form' }).check();
  await visitor.press('Attack', box);
  await expect(verdict).toContainText('Passed');
  await expect(verdict).toContainText('No rule found anything in it.');
  await expect(verdict).toContainText('200');
});
