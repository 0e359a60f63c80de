import { expect } from './fixtures.ts';
import { FROM_GERMANY, test } from './owned-site.ts';

const LISTED = '198.51.100.7';
const ENTRY = '198.51.100.0/28';

test('an owner creates a list, a policy blocks its addresses, and the log names the list', async ({
  site,
}) => {
  const { visitor, domain, edge } = site;
  const { page } = visitor;

  await test.step('the list is made by hand', async () => {
    await visitor.open('/dashboard/lists');
    await visitor.sees('No lists yet');
    await visitor.press('Add list');
    const dialog = visitor.dialog('Add a list');
    await visitor.fill({ Name: 'scanners', Entries: `# seen in May\n${ENTRY}\n` }, dialog);
    const made = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/lists'),
    );
    await visitor.press('Add list', dialog);
    const { id } = (await (await made).json()) as { id: string };
    // Refused while the policy uses it.
    visitor.expectsRefusalBy(`/api/lists/${id}`);
    await visitor.isTold('List scanners added');
    const row = page.getByRole('row').filter({ hasText: 'scanners' });
    await visitor.sees('By hand', row);
    await visitor.sees('No site', row);
  });

  await test.step('what is on it is found by an address', async () => {
    await visitor.press('More for scanners');
    await page.getByRole('menuitem', { name: 'Show entries' }).click();
    const dialog = visitor.dialog('scanners');
    await visitor.fill({ 'Is an address on it?': FROM_GERMANY }, dialog);
    await visitor.press('Search', dialog);
    await visitor.sees(`No entry holds ${FROM_GERMANY}.`, dialog);
    await visitor.fill({ 'Is an address on it?': LISTED }, dialog);
    await visitor.press('Search', dialog);
    await visitor.sees(ENTRY, dialog);
    await visitor.press('Close', dialog);
  });

  await test.step('the policy refuses whoever is on it, and nobody else', async () => {
    await edge.answersWith(200, '/', LISTED);
    await site.policy();
    const dialog = site.dialog;
    // The lists are loaded when the pointer or focus comes near them.
    await dialog.getByRole('link', { name: 'Addresses and lists' }).click();
    const choice = dialog.getByRole('combobox', { name: 'Blocked lists', exact: true });
    await choice.selectOption({ label: 'scanners (1 entry)' });
    await visitor.press('Add to blocked lists', dialog);
    await site.save();
    await edge.answersWith(403, '/', LISTED);
    expect((await edge.knock('/')).status).toBe(200);
  });

  await test.step('the log names the list and the entry', async () => {
    await visitor.open(`/dashboard/logs?domain=${domain}&action=ip_list`);
    const entry = page.getByRole('row').filter({ hasText: LISTED }).first();
    await entry.getByRole('button', { name: /Details/ }).click();
    const details = page.getByRole('region', { name: 'Attack Details' });
    await visitor.sees(
      `This address is on the list “scanners”, by its entry ${ENTRY}. Under the domain’s WAF policy a client on that list is refused.`,
      details,
    );
  });

  await test.step('the list cannot go while it is used', async () => {
    await visitor.open('/dashboard/lists');
    const row = page.getByRole('row').filter({ hasText: 'scanners' });
    await visitor.sees(domain, row);
    await visitor.press('More for scanners');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete scanners?' });
    await visitor.press('Delete list', question);
    await visitor.sees(
      `This list is used by ${domain}. Please take it out of their policies first.`,
      question,
    );
  });
});
