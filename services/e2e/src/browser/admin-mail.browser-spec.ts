import { Buffer } from 'node:buffer';
import { expect, test } from './fixtures.ts';
import { linkIn } from './inbox.ts';
import type { Visitor } from './visitor.ts';

let admin: Visitor;
test.beforeEach(async ({ world }) => {
  admin = await world.signedIn(world.stack.accounts.admin);
});

const rowOf = (text: string) => admin.page.getByRole('row').filter({ hasText: text });

test.describe('SMTP servers', () => {
  const card = (name: string) => admin.page.getByRole('article', { name, exact: true });

  test('are added, tried, changed and deleted', async ({ world }) => {
    const [hostname, port] = ['127.0.0.1', String(world.stack.inboxSmtpPort)];
    await admin.open('/admin?tab=tools');
    await admin.sees('No SMTP Configured');
    await admin.press('Add SMTP Server');
    const dialog = admin.dialog('Add SMTP Server');
    await admin.press('Add Server', dialog);
    await admin.sees('Please enter a host', dialog);
    await admin.fill(
      {
        Name: 'Local',
        Host: hostname,
        Port: port,
        Username: 'anybody',
        Password: 'anything',
        'From Email': 'news@palisade.example',
        'From Name': 'Palisade News',
        'Mails per second': '200',
      },
      dialog,
    );
    await dialog.getByRole('checkbox', { name: 'Use TLS' }).click();
    await admin.press('Add Server', dialog);
    await admin.isTold('SMTP server added successfully!');
    await admin.sees('200 per second', card('Local'));

    await admin.press('Test Email', card('Local'));
    await admin.isTold('Please enter a test email address');
    const to = world.stranger().email;
    await card('Local').getByLabel('Test email').fill(to);
    await admin.press('Test Email', card('Local'));
    await admin.isTold('Test email sent successfully!');
    const mail = await world.inbox.latest(to, /^Test email from/);
    expect(mail.text).toContain(`Server: ${hostname}:${port}`);

    await admin.press('Edit Local');
    const edit = admin.dialog('Edit SMTP Server');
    await admin.fill({ Name: 'Renamed', 'Mails per second': '' }, edit);
    await admin.press('Save Server', edit);
    await admin.isTold('SMTP server updated successfully!');
    await card('Renamed').getByRole('checkbox', { name: 'Default' }).click();
    await admin.isTold('Renamed is now a default server');
    await admin.press('Delete Renamed');
    await admin.press('Delete server', admin.page.getByRole('alertdialog'));
    await admin.isTold('SMTP server deleted successfully!');
    await admin.sees('No SMTP Configured');
  });
});

test.describe('campaigns', () => {
  test('are written from a template, tried on one address, sent, and read in the inbox', async ({
    world,
  }) => {
    const [first, second] = [world.stranger().email, world.stranger().email];
    await admin.open('/admin?tab=campaigns');
    await admin.press('Create Campaign');
    const dialog = admin.dialog('Create Campaign');
    await dialog.getByLabel('Template').selectOption({ label: 'What is new' });
    await admin.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="subject"]')?.value !== '',
    );
    await admin.fill({ Name: 'Spring news', Subject: 'News for {{first_name|you}}' }, dialog);
    await admin.press('Preview', dialog);
    await admin.page
      .frameLocator('iframe[title="Preview of the mail"]')
      .getByText('What is new at Palisade')
      .first()
      .waitFor();
    // A script in it would be refused; there is none.
    const preview = dialog.locator('iframe[title="Preview of the mail"]');
    expect(await preview.evaluate((frame: HTMLIFrameElement) => frame.srcdoc)).not.toMatch(/<script/i);
    await dialog.getByLabel('Audience').selectOption('custom');
    await dialog.getByLabel('Custom emails').fill(`${first}, ${second}`);
    await admin.press('Create Campaign', dialog);
    await admin.isTold('Campaign created! You can now send it.');

    const tester = world.stranger().email;
    await admin.press('Test Spring news');
    const trial = admin.dialog('Send a Test');
    await trial.getByLabel('Test email').fill(tester);
    await admin.press('Send Test', trial);
    await admin.isTold(`Test email sent to ${tester}`);
    expect((await world.inbox.latest(tester, /^\[Test\]/)).subject).toBe('[Test] News for you');

    await admin.press('Send Spring news');
    await admin.press('Send campaign');
    await admin.isTold('Campaign started in background!');
    await admin.sees('completed', rowOf('Spring news'));
    await admin.sees('2 / 2', rowOf('Spring news'));
    for (const reader of [first, second]) {
      const mail = await world.inbox.latest(String(reader), /^News for you$/);
      expect(mail.html).toContain('What is new at Palisade');
      expect(mail.text).toMatch(/^What is new at Palisade\n\nHello there,/);
      expect(linkIn(mail, '/unsubscribe')).toMatch(/[?&]token=/);
    }
    await admin.press('Stats of Spring news');
    const stats = admin.dialog('Campaign Stats');
    await admin.sees('100%', stats);
    await admin.press('Close', stats);
  });

  test('for plans name the plans', async () => {
    await admin.open('/admin?tab=campaigns');
    await admin.press('Create Campaign');
    const dialog = admin.dialog('Create Campaign');
    await admin.fill({ Name: 'For Business', Subject: 'Hi', 'HTML body': '<p>Hi</p>' }, dialog);
    await dialog.getByLabel('Audience').selectOption('plans');
    await dialog.getByRole('checkbox', { name: 'Business' }).click();
    await admin.press('Create Campaign', dialog);
    await admin.sees('business', rowOf('For Business'));
    const remove = async () => {
      admin.page.once('dialog', (question) => void question.accept());
      await admin.press('Delete For Business');
    };
    await remove();
    await admin.press('Undo');
    await admin.isTold('“For Business” is about to be deleted.');
    await rowOf('For Business').waitFor();
    await remove();
    await admin.isTold('“For Business” is about to be deleted.');
    await rowOf('For Business').waitFor({ state: 'detached' });
    await admin.isTold('Campaign deleted');
  });
});

test.describe('subscribers', () => {
  test('come from a file and leave as one; who unsubscribed is not brought back', async ({ world }) => {
    const [added, gone] = [world.stranger().email, world.stranger().email];
    const visitor = await world.visitor();
    await visitor.open(`/unsubscribe?email=${encodeURIComponent(gone)}`);
    await visitor.press('Unsubscribe');
    await visitor.seesHeading('Successfully Unsubscribed');

    await admin.open('/admin?tab=newsletters');
    await admin.press('Import CSV');
    const dialog = admin.dialog('Import Subscribers');
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `email,first_name,last_name\n${added},=Ada,Lovelace\n${gone},Gone,Away\nnonsense,x,y\n`,
      ),
    });
    await admin.press('Import', dialog);
    await admin.sees('1 added', dialog);
    await admin.sees('1 left out', dialog);
    await admin.sees('Lines without a valid address: 4', dialog);
    await admin.press('Close', dialog);
    await admin.page.getByLabel('Search subscribers').fill(added);
    await admin.sees(added, admin.page.getByRole('region', { name: 'Subscribers' }));
    await admin.sees(gone, admin.page.getByRole('region', { name: 'Suppressed addresses' }));

    const [file] = await Promise.all([admin.page.waitForEvent('download'), admin.press('Export CSV')]);
    const stream = await file.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    const csv = Buffer.concat(chunks).toString('utf8');
    // What a spreadsheet would take for a formula is text in the file.
    expect(csv).toContain(`${added},'=Ada,Lovelace`);
    expect(csv).not.toContain(gone);

    const subscribers = admin.page.getByRole('region', { name: 'Subscribers', exact: true });
    const remove = async () => {
      await admin.press(`Remove ${added}`);
      await admin.press('Remove subscriber', admin.page.getByRole('alertdialog'));
    };
    await remove();
    await admin.press('Undo');
    await admin.isTold(`${added} is about to be removed.`);
    await admin.sees(added, subscribers);
    await remove();
    await admin.isTold(`${added} is about to be removed.`);
    await admin.sees('Nobody found');
    await admin.isTold('Subscriber removed');
    await admin.sees(added, admin.page.getByRole('region', { name: 'Suppressed addresses' }));
  });
});

test.describe('mails', () => {
  test('that were sent, and dead letters, can be looked at', async ({ world }) => {
    const { email } = await world.customer();
    await world.inbox.latest(email, /welcome|confirm/i);
    await admin.open('/admin?tab=tools');
    await admin.sees('No dead letters');
    await admin.page.getByRole('radio', { name: 'Sent' }).check();
    await admin.page.getByRole('region', { name: 'Mails' }).getByRole('row').nth(1).waitFor();
  });
});
