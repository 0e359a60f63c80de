import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@palisade/testing';
import { createTransport } from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import { MailStore } from './mail-store.ts';
import { startSmtp } from './smtp.ts';
import { startWeb } from './web.ts';

describe('local inbox', () => {
  let directory: string;
  let smtp: SMTPServer;
  let web: Server;
  let url: string;

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'palisade-inbox-'));
    const store = await MailStore.open(directory, 100);
    const [mailPort, httpPort] = [await freePort(), await freePort()];
    smtp = await startSmtp(store, mailPort);
    web = await startWeb(store, httpPort);
    url = `http://127.0.0.1:${httpPort}`;
    const transport = createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true });
    await transport.sendMail({
      from: 'no-reply@palisade.test',
      to: 'ada@example.com',
      subject: 'Grüße <b>& more',
      text: 'plain words',
      html: '<p>hello</p><script>parent.document.title = "caught"</script>',
    });
    transport.close();
  });

  afterAll(async () => {
    web.closeAllConnections();
    web.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    rmSync(directory, { recursive: true });
  });

  const mails = async (search = ''): Promise<{ id: string; subject: string; to: string }[]> =>
    (await fetch(`${url}/api/mails?${new URLSearchParams({ search })}`)).json() as never;

  it('lists what came in and finds it by address, subject and text', async () => {
    expect(await mails()).toMatchObject([{ subject: 'Grüße <b>& more', to: 'ada@example.com' }]);
    expect(await mails('ADA words')).toHaveLength(1);
    expect(await mails('somebody else')).toHaveLength(0);
  });

  it('shows a subject as text, never as markup', async () => {
    const page = await (await fetch(url)).text();
    expect(page).toContain('Grüße &#60;b&#62;&#38; more');
    expect(page).not.toContain('<b>');
  });

  it('shows HTML in a frame that may run nothing', async () => {
    const [mail] = await mails();
    const page = await (await fetch(`${url}/mails/${mail!.id}`)).text();
    expect(page).toMatch(/<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(page).toContain('plain words');
    const frame = await fetch(`${url}/mails/${mail!.id}/html`);
    expect(frame.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(frame.headers.get('content-security-policy')).not.toContain('allow-scripts');
  });

  it('keeps mails over a restart', async () => {
    const reopened = await MailStore.open(directory, 100);
    expect(reopened.list('')).toHaveLength(1);
  });

  it('keeps no more mails than it is told to, the newest', async () => {
    const small = mkdtempSync(path.join(tmpdir(), 'palisade-inbox-'));
    const store = await MailStore.open(small, 2);
    for (const name of ['first', 'second', 'third'])
      await store.add(Buffer.from(`subject: ${name}\r\n\r\n`), ['ada@example.com']);
    const kept = store.list('').map(({ subject }) => subject);
    expect(kept).toEqual(['third', 'second']);
    expect(readdirSync(small)).toHaveLength(2);
    rmSync(small, { recursive: true });
  });

  it('reads nothing outside of its folder', async () => {
    expect((await fetch(`${url}/mails/..%2f..%2fetc%2fpasswd`)).status).toBe(404);
    expect((await fetch(`${url}/mails/0000000000000-000000000000/raw`)).status).toBe(404);
  });

  it('empties itself only for its own form', async () => {
    const foreign = await fetch(`${url}/clear`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(405);
    expect(await mails()).toHaveLength(1);
    await fetch(`${url}/clear`, { method: 'POST' });
    expect(await mails()).toHaveLength(0);
  });
});
