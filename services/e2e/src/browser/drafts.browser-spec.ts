import { test } from './owned-site.ts';

test('a change is kept as a draft, and holds once it is applied', async ({ site }) => {
  const { visitor, edge } = site;
  const dialog = await site.policy();
  await dialog.getByRole('textbox', { name: 'Blocked IPs' }).fill('203.0.113.9');
  await visitor.press('Add to block list', dialog);
  await visitor.press('Save as draft', dialog);
  const asked = visitor.dialog('Save as draft');
  await asked.getByRole('textbox', { name: 'Name' }).fill('Sale');
  await asked.getByRole('textbox', { name: 'Note' }).fill('After the weekend.');
  await visitor.press('Save draft', asked);
  await visitor.isTold('The draft is saved under History');
  await visitor.sees('No address is blocked.', dialog);
  await edge.answersWith(200, '/', '203.0.113.9');

  await dialog.getByRole('tab', { name: 'History' }).click();
  const drafts = dialog.getByRole('region', { name: 'Drafts' });
  await visitor.sees('After the weekend.', drafts);
  await visitor.sees('203.0.113.9', drafts);
  await visitor.press('Apply "Sale"', drafts);
  await visitor.press('Apply draft', visitor.page.getByRole('alertdialog'));
  await visitor.isTold('"Sale" is in force');
  await edge.answersWith(403, '/', '203.0.113.9');
});
