// Pages for visitors: the public site, signing up and signing in.
import type { DemoVerdict } from '../../src/shared/api/openapi.gen.ts';
import { orderOutcome, subscription } from '../canned/account.ts';
import { customer } from '../canned/people.ts';
import { planOf } from '../canned/plans.ts';
import { loading, refuse, reply } from '../canned/reply.ts';
import { type Act, click, clickLast, fill, steps } from './acts.ts';
import type { Screen } from './screen.ts';

const SETTLED = 350;
const seen =
  (text: string): Act =>
  (page) =>
    page.getByText(text).first().waitFor();
/** The menu of phones, which wide screens do not have. */
const menu: Act = async (page) => {
  const button = page.getByRole('button', { name: 'Open menu' });
  if (await button.isVisible()) await button.click();
  await page.waitForTimeout(SETTLED);
};
const questions: Act = async (page) => {
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.waitForTimeout(SETTLED);
};
/** As for somebody who has neither closed the pop-up nor subscribed. */
const newsletter: Act = async (page) => {
  await page.addInitScript(() => localStorage.removeItem('newsletter_subscribed'));
  await page.reload();
  await page.getByRole('heading', { name: 'New attacks, explained' }).waitFor({ timeout: 20_000 });
  await page.waitForTimeout(SETTLED);
};
const subscriber = { 'First name': 'Ana', 'Last name': 'Lima', Email: 'ana@mail.example' };
const account = {
  'Full Name': 'Maximiliane Freifrau von Hohenstein-Waldburg',
  Username: 'maximiliane',
  'Email address': 'maximiliane@werkstatt-hohenstein.example',
  Password: 'a long secret',
  'Confirm Password': 'a long secret',
};
const credentials = { 'Email address': 'ana@mail.example', Password: 'a long secret' };
const secondFactor = reply('POST /api/auth/login', {
  requires_mfa: true,
  access_token: null,
  expires_at: null,
  expires_in: null,
  token_type: 'bearer',
  user: null,
});
const done = { message: 'ok' };
/** A page whose chunk is gone, and which has been loaded anew for that before. */
const brokenPage: Act = async (page) => {
  await page.evaluate(() => sessionStorage.setItem('reloaded_at', String(Date.now())));
  await page.route(/assets\/about-page-/, (route) => route.abort());
  await page.getByRole('link', { name: 'About Us' }).click();
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
};

const OUTCOMES = ['paid', 'pending', 'declined', 'cancelled', 'failed', 'refunded', 'open'] as const;

const demoBox: Act = async (page) => {
  // What stands right above it: the box is there once somebody comes near, which on a narrow screen is further down.
  await page.getByText('Attack Details').first().scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: /Attack this shop/ }).scrollIntoViewIfNeeded();
};
const productPictures: Act = async (page) => {
  await page.getByRole('heading', { name: 'Everything that belongs' }).scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('figure img')].some(
      ({ complete, naturalWidth }) => complete && naturalWidth > 0,
    ),
  );
  await page.waitForTimeout(SETTLED);
};
const demoPassed: DemoVerdict = {
  request_id: '019ab1f2-7a3c-7b2e-9c41-3f2a90c1d7e5',
  request: 'POST /\n\nq=Which%20gate%20would%20you%20select%20from%20O%27Brien%20%26%20Sons%3F',
  http_status: 200,
  logged: { status: 'allowed', action: 'allow', threat_type: null, score: 0, rules: [] },
};

const screens: Screen[] = [
  { name: 'home', at: '/' },
  { name: 'home-attack', at: '/', act: steps(demoBox, click('Attack'), seen('One rule fired.')) },
  {
    name: 'home-attack-passed',
    at: '/',
    answers: reply('POST /api/demo-attack', demoPassed),
    act: steps(demoBox, click('A customer'), click('Attack'), seen('No rule found anything in it.')),
  },
  { name: 'home-pictures', at: '/', act: productPictures },
  { name: 'home-menu', at: '/', act: menu, views: ['phone', 'narrow'] },
  { name: 'home-newsletter', at: '/', act: newsletter },
  { name: 'home-newsletter-missing', at: '/', act: steps(newsletter, click('Subscribe')) },
  {
    name: 'home-newsletter-welcome',
    at: '/',
    answers: reply('POST /api/newsletter/subscribe', done),
    act: steps(newsletter, fill(subscriber), click('Subscribe')),
  },
  {
    name: 'home-newsletter-failed',
    at: '/',
    answers: refuse('POST /api/newsletter/subscribe', 503),
    act: steps(newsletter, fill(subscriber), click('Subscribe')),
  },
  { name: 'features', at: '/features' },
  { name: 'how-it-works', at: '/how-it-works' },
  { name: 'how-it-works-questions', at: '/how-it-works', act: questions, full: true },
  { name: 'how-to-use', at: '/how-to-use' },
  { name: 'pricing', at: '/pricing' },
  {
    name: 'pricing-yearly',
    at: '/pricing',
    act: (page) => page.getByRole('radio', { name: /Yearly/ }).check(),
  },
  { name: 'pricing-loading', at: '/pricing', answers: loading('GET /api/plans') },
  { name: 'pricing-failed', at: '/pricing', answers: refuse('GET /api/plans', 503) },
  { name: 'pricing-questions', at: '/pricing', act: questions, full: true },
  { name: 'pricing-signed-in', at: '/pricing', as: customer },
  { name: 'pricing-checkout', at: '/pricing', as: customer, act: clickLast('Choose Plan') },
  {
    name: 'pricing-checkout-yearly',
    at: '/pricing',
    as: customer,
    act: steps(clickLast('Choose Plan'), (page) =>
      page
        .getByRole('dialog')
        .getByRole('radio', { name: /Yearly/ })
        .check(),
    ),
  },
  { name: 'about', at: '/about' },
  { name: 'contact', at: '/contact' },
  { name: 'contact-missing', at: '/contact', act: click('Send message') },
  {
    name: 'contact-sent',
    at: '/contact',
    answers: reply('POST /api/contact', done),
    act: steps(
      fill({ Name: 'Ana Lima', Email: 'ana@mail.example', Message: 'Do you speak WebSocket?' }),
      click('Send message'),
      seen('Message sent successfully!'),
    ),
  },
  { name: 'privacy', at: '/privacy' },
  { name: 'terms', at: '/terms' },
  { name: 'data-processing', at: '/data-processing' },
  { name: 'security', at: '/security' },
  { name: 'login', at: '/login' },
  { name: 'login-missing', at: '/login', act: click('Sign in') },
  {
    name: 'login-refused',
    at: '/login',
    answers: refuse('POST /api/auth/login', 401, { detail: 'Incorrect email or password' }),
    act: steps(fill(credentials), click('Sign in')),
  },
  {
    name: 'login-busy',
    at: '/login',
    answers: loading('POST /api/auth/login'),
    act: steps(fill(credentials), click('Sign in')),
  },
  {
    name: 'login-code',
    at: '/login',
    answers: secondFactor,
    act: steps(fill(credentials), click('Sign in')),
  },
  {
    name: 'login-backup-code',
    at: '/login',
    answers: secondFactor,
    act: steps(fill(credentials), click('Sign in'), click('Use a backup code')),
  },
  { name: 'forgot-password', at: '/forgot-password' },
  {
    name: 'forgot-password-sent',
    at: '/forgot-password',
    answers: reply('POST /api/auth/forgotten-password', done),
    act: steps(fill({ 'Email address': 'maximiliane@werkstatt-hohenstein.example' }), click('Send the link')),
  },
  { name: 'reset-password', at: '/reset-password?token=canned' },
  { name: 'reset-password-incomplete', at: '/reset-password' },
  {
    name: 'reset-password-expired',
    at: '/reset-password?token=canned',
    answers: refuse('POST /api/auth/reset-password', 400, {
      code: 'link_invalid',
      detail: 'This link is no longer valid. Please request a new one.',
    }),
    act: steps(
      fill({ 'New Password': 'a long secret', 'Confirm New Password': 'a long secret' }),
      click('Change Password'),
    ),
  },
  { name: 'confirm-email', at: '/confirm-email?token=canned' },
  {
    name: 'confirm-email-done',
    at: '/confirm-email?token=canned',
    answers: reply('POST /api/auth/confirm-email', done),
    act: clickLast(/Confirm/),
  },
  {
    name: 'confirm-email-expired',
    at: '/confirm-email?token=canned',
    answers: refuse('POST /api/auth/confirm-email', 400, {
      code: 'link_invalid',
      detail: 'This link is no longer valid. Please request a new one.',
    }),
    act: clickLast(/Confirm/),
  },
  {
    name: 'confirm-email-password',
    at: '/confirm-email?token=canned',
    answers: refuse('POST /api/auth/confirm-email', 400, {
      code: 'password_required',
      detail: 'This is not the browser that the account was created with. Please enter your password.',
    }),
    act: clickLast(/Confirm/),
  },
  { name: 'undo-email-change', at: '/undo-email-change?token=canned' },
  { name: 'register-simple', at: '/register-simple' },
  { name: 'register-simple-missing', at: '/register-simple', act: click('Create account') },
  {
    name: 'register-simple-refused',
    at: '/register-simple',
    answers: refuse('POST /api/auth/register', 409, { detail: 'Email or username already registered' }),
    act: steps(fill(account), click('Create account')),
  },
  { name: 'register', at: '/register' },
  { name: 'register-loading', at: '/register', answers: loading('GET /api/plans') },
  { name: 'register-free', at: '/register', act: click('Select'), full: true },
  { name: 'register-chosen', at: '/register', act: clickLast('Select'), full: true },
  { name: 'register-account', at: '/register?plan=business' },
  {
    name: 'register-account-missing',
    at: '/register?plan=business',
    act: click('Continue to Plan Selection'),
    full: true,
  },
  {
    name: 'register-account-exists',
    at: '/register?plan=business',
    answers: refuse('POST /api/auth/register', 409, { detail: 'Email or username already registered' }),
    act: steps(fill(account), click('Continue to Plan Selection')),
  },
  {
    name: 'register-guest',
    at: '/register?plan=business',
    act: steps(fill(account), click(/Pay as a guest/)),
    full: true,
  },
  { name: 'register-payment', at: '/register?plan=enterprise', as: customer },
  {
    name: 'register-trial',
    at: '/register?plan=enterprise',
    as: customer,
    answers: reply('GET /api/plans/mine', subscription({ plan: planOf('free'), trial_available: true })),
    act: seen('Start free trial'),
  },
  ...OUTCOMES.map(
    (outcome): Screen => ({
      name: `payment-${outcome}`,
      at: '/payment?order=canned',
      as: customer,
      answers: reply(
        'GET /api/orders/{id}',
        orderOutcome({ outcome, ...(outcome !== 'paid' && outcome !== 'refunded' && { paid_at: null }) }),
      ),
      act: seen('PAL-2026-000184'),
    }),
  ),
  {
    name: 'payment-money-back',
    at: '/payment?order=canned',
    as: customer,
    act: click('Get my money back'),
  },
  {
    name: 'payment-guest',
    at: '/payment?order=canned',
    answers: reply('GET /api/orders/{id}', orderOutcome({ awaits_account: true })),
    act: seen('PAL-2026-000184'),
  },
  {
    name: 'payment-unknown',
    at: '/payment?order=canned',
    answers: refuse('GET /api/orders/{id}', 404),
    act: seen('Order not found'),
  },
  { name: 'unsubscribe', at: '/unsubscribe?email=ana%40mail.example' },
  { name: 'unsubscribe-missing', at: '/unsubscribe', act: click('Unsubscribe') },
  {
    name: 'unsubscribe-done',
    at: '/unsubscribe?email=ana%40mail.example',
    answers: reply('POST /api/newsletter/unsubscribe', done),
    act: click('Unsubscribe'),
  },
  { name: 'not-found', at: '/nowhere' },
  { name: 'error-screen', at: '/', act: brokenPage, breaks: true },
];
export default screens;
