import { eventually } from '@palisade/testing';
import { expect, test } from './fixtures.ts';
import { linkIn } from './inbox.ts';
import type { World } from './world.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

test.describe('the contact form', () => {
  test('wants name, address and message; sends them where the page says, and is empty again', async ({
    world,
  }) => {
    const visitor = await world.visitor();
    const { email } = world.stranger();
    await visitor.open('/contact');
    await visitor.press('Send message');
    for (const text of [
      'Please enter your name',
      'Please enter your email address',
      'Please enter a message',
    ])
      await visitor.sees(text);
    await visitor.fill({ Name: 'Ana', Email: 'nowhere', Message: 'Is the moat deep enough?' });
    await visitor.press('Send message');
    await visitor.sees('Please enter a valid email address');
    await visitor.fill({ Email: email });
    await visitor.press('Send message');
    await visitor.isTold("Message sent successfully! We'll get back to you soon.");
    const message = visitor.page.getByLabel('Message', { exact: true });
    await expect(message).toHaveValue('');
    const shown = await visitor.page.locator('main a[href^="mailto:"]').first().textContent();
    const mail = await world.inbox.latest(String(shown).trim(), /Contact form/);
    expect(mail.text).toContain(email);
  });
});

/** Runs in a page: the pop-up's part of the product arrives some time after the page runs, and counts from then on. */
function noteFiveSeconds(): void {
  const timed = window.setTimeout;
  window.setTimeout = ((task: () => void, ms?: number) => {
    if (ms === 5_000) Object.assign(window, { fiveSecondsBegan: true });
    return timed(task, ms);
  }) as typeof window.setTimeout;
}

test.describe('the newsletter', () => {
  test('asks after five seconds, and stays away for seven days when it is closed', async ({ world }) => {
    const visitor = await world.visitor({ newsletter: true });
    const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
    const now = Date.now();
    await visitor.page.clock.install({ time: now });
    // From here on time passes only where this says so, however long the page takes to open.
    await visitor.page.clock.pauseAt(now + 1_000);
    await visitor.page.addInitScript(noteFiveSeconds);
    await visitor.open('/privacy');
    await visitor.seesHeading('Privacy policy');
    await eventually('the five seconds beginning', async () => {
      await visitor.page.clock.runFor(100);
      expect(await visitor.page.evaluate(() => 'fiveSecondsBegan' in window)).toBe(true);
    });
    await visitor.page.clock.runFor(4_800);
    await expect(popup).toHaveCount(0);
    // Its form is loaded then; React shows what has come by the clock that stands still here.
    await eventually('the window', async () => {
      await visitor.page.clock.runFor(200);
      expect(await popup.count()).toBe(1);
    });
    await visitor.press('Close newsletter');
    await popup.waitFor({ state: 'detached' });
    const until = Number(await visitor.stored('newsletter_dismissed_until'));
    expect(Math.abs(until - Date.now() - WEEK_MS)).toBeLessThan(HOUR_MS);
    await visitor.open('/about');
    await visitor.page.clock.runFor(10_000);
    await expect(popup).toHaveCount(0);
  });

  /** Somebody who has filled in the pop-up. */
  async function subscribed(world: World, email: string): Promise<void> {
    const body = JSON.stringify({ email, first_name: 'Ana', last_name: 'Souza' });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${world.stack.api}/newsletter/subscribe`, {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBeLessThan(300);
  }

  test('welcomes a subscriber and closes, and sends a mail', async ({ world }) => {
    const reader = world.stranger();
    const visitor = await world.visitor({ newsletter: true });
    await visitor.open('/privacy');
    const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
    await popup.waitFor();
    await visitor.press('Subscribe', popup);
    for (const text of [
      'Please enter your first name',
      'Please enter your last name',
      'Please enter your email address',
    ])
      await visitor.sees(text, popup);
    await visitor.fill({ 'First name': 'Ana', 'Last name': 'Souza', Email: reader.email }, popup);
    // It stays for three seconds only, so who looks for it is there before it is.
    await Promise.all([visitor.seesHeading('Welcome aboard'), visitor.press('Subscribe', popup)]);
    await visitor.isTold('Successfully subscribed! Check your email.');
    await popup.waitFor({ state: 'hidden' });
    expect(await visitor.stored('newsletter_subscribed')).toBe('true');
    const mail = await world.inbox.latest(reader.email, /./);
    expect(linkIn(mail, '/unsubscribe')).toMatch(/^\/unsubscribe\?/);
  });

  test('knows who is subscribed already', async ({ world }) => {
    const reader = world.stranger();
    await subscribed(world, reader.email);
    const visitor = await world.visitor({ newsletter: true });
    visitor.expectsRefusalBy('/api/newsletter/subscribe');
    await visitor.open('/privacy');
    const popup = visitor.page.getByRole('region', { name: 'Newsletter' });
    await popup.waitFor();
    await visitor.fill({ 'First name': 'Ana', 'Last name': 'Souza', Email: reader.email }, popup);
    await visitor.press('Subscribe', popup);
    await visitor.isTold('This email is already subscribed!');
    await popup.waitFor({ state: 'hidden' });
    expect(await visitor.stored('newsletter_subscribed')).toBe('true');
  });

  test('unsubscribes with or without a reason, and allows to subscribe again', async ({ world }) => {
    const reader = world.stranger();
    await subscribed(world, reader.email);
    const visitor = await world.visitor();
    await visitor.open(`/unsubscribe?email=${encodeURIComponent(reader.email)}`);
    const field = visitor.page.getByLabel('Email address');
    await expect(field).toHaveValue(reader.email);
    expect(await visitor.page.getByLabel('Reason').locator('option').allTextContents()).toEqual([
      'Select a reason',
      'Emails too frequent',
      'Content not relevant',
      'Receiving too many emails',
      'Never signed up',
      'Other',
    ]);
    await visitor.page.getByLabel('Reason').selectOption('too_frequent');
    await visitor.press('Unsubscribe');
    await visitor.isTold('Successfully unsubscribed!');
    await visitor.seesHeading('Successfully Unsubscribed');
    await visitor.sees(
      /Emails about your account \(security alerts, billing, service updates\) may still be sent/,
    );
    await visitor.press('Unsubscribe another email');
    await expect(field).toHaveValue('');
    await visitor.press('Unsubscribe');
    await visitor.sees('Please enter your email address');
    await visitor.open('/unsubscribe?email=not-an-address');
    visitor.expectsRefusalBy('/api/newsletter/unsubscribe');
    await visitor.press('Unsubscribe');
    await visitor.page.getByRole('alert').first().waitFor();
  });
});
