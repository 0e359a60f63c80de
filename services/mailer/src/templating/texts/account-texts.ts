import { BRAND } from '../brand.ts';
import { button, facts, type MailText, mailsAbout, notice, steps, text } from '../mail-text.ts';

const account = mailsAbout({ topic: 'Your account', footer: 'account' });
const security = mailsAbout({ topic: 'Account security', footer: 'account' });

const NOT_YOU = notice(
  `Was this not you? Change your password now, and write to ${BRAND.support}: somebody else may be in your account.`,
);

const SECURITY_SETTINGS = '{{public_url}}/dashboard/settings?tab=security';
/** When and where it happened. */
const WHERE = [
  ['When', '{{at}}'],
  ['Address', '{{address}}'],
  ['Device', '{{device}}'],
] as const;

/** Account and sign-in. They are always sent. */
export const ACCOUNT_TEXTS = {
  welcome: account(
    'good',
    `Welcome to ${BRAND.name}`,
    'Three steps to a protected site.',
    text(
      'Your address is confirmed and your account is ready. Three steps, and your first site is protected:',
    ),
    steps(
      'Add your domain, and say where its server is.',
      'Set the DNS record that we show you. It proves that the domain is yours.',
      'Point your site to us, and watch the first requests come in.',
    ),
    button('Add a domain', '{{public_url}}/dashboard/domains'),
    text(`Stuck? Write to ${BRAND.support}; a person reads it.`),
  ),
  confirm_email: account(
    'neutral',
    'Confirm your email address',
    'One click and we know that this address is yours.',
    text('One click, and we know that this address is yours.'),
    button('Confirm address'),
    text('If you have not opened an account with us, ignore this mail: nothing happens without the click.'),
  ),
  reset_password: security(
    'neutral',
    'Choose a new password',
    'Somebody asked for a new password for your account.',
    text('Somebody, we think you, asked for a new password for your account.'),
    button('Choose a new password'),
    text(
      'If it was not you, ignore this mail: your password stays as it is, and this link stops working soon.',
    ),
  ),
  password_changed: security(
    'warning',
    'Your password was changed',
    'The password of your account is a new one.',
    text(
      'Your account has a new password. All other sessions were ended, so nobody stays signed in with the old one.',
    ),
    NOT_YOU,
  ),
  email_changed: security(
    'warning',
    'Your email address was changed',
    'Your account has a new address.',
    text('Your account has a new address. Mails about it go there from now on.'),
    facts(['New address', '{{new_email}}']),
    text('Was this not you? Take the change back within seven days:'),
    button('This was not me'),
    notice(
      `It brings this address back, signs everyone out, and sends you a link to choose a new password. If it does not work, write to ${BRAND.support} at once.`,
    ),
  ),
  mfa_enabled: security(
    'good',
    'Two-factor authentication is on',
    'Signing in now takes a code as well.',
    text('From now on signing in takes your password and a code from your app.'),
    text('Keep the backup codes where you find them without your phone.'),
    notice(
      `Was this not you? Choose a new password within 7 days by "Forgot password?" on the sign-in page: if the second factor was set up on a device that is new to your account, that takes it away again, and signs everybody out. Then write to ${BRAND.support}.`,
    ),
  ),
  mfa_disabled: security(
    'warning',
    'Two-factor authentication is off',
    'Signing in takes your password alone again.',
    text('Signing in takes your password alone again. You can turn the second factor on again at any time.'),
    button('Open settings', '{{public_url}}/dashboard/settings'),
    NOT_YOU,
  ),
  backup_code_used: security(
    'warning',
    'A backup code was used',
    'Somebody used one of your backup codes instead of your app.',
    text('Somebody, we think you, gave one of your backup codes instead of a code from your app.'),
    facts(...WHERE, ['Codes left', '{{left}}']),
    button('Open settings', SECURITY_SETTINGS),
    NOT_YOU,
  ),
  new_device: security(
    'warning',
    'New sign-in to your account',
    'Your account was signed in to from a device that we do not know.',
    text('Your account was signed in to from a device that we have not seen before.'),
    facts(...WHERE),
    text('If it was you, there is nothing to do.'),
    button('See recent activity', SECURITY_SETTINGS),
    notice(
      `Was this not you? Change your password now: it signs everybody out and deletes all API keys. Then turn two-factor authentication on, and write to ${BRAND.support}.`,
    ),
  ),
  session_stolen: security(
    'warning',
    'You were signed out: somebody may have copied your session',
    'A session of your account was used in two places, so we have ended it.',
    text(
      'A session of your account was used in two places at once. Somebody may have copied it from your browser, so we have signed it out everywhere.',
    ),
    facts(...WHERE),
    text('Sign in again to continue. Nothing else has changed.'),
    button('See recent activity', SECURITY_SETTINGS),
    notice(
      `Look for programs and browser extensions that you do not know on the device where you sign in, and change your password: that signs everybody out and deletes all API keys. If it happens again, write to ${BRAND.support}.`,
    ),
  ),
  api_key_created: security(
    'warning',
    'An API key was created for your account',
    'Programs can now access your account with it.',
    text('A new API key was created. Programs that have it can do the following in your account:'),
    facts(['Key', '{{key}}'], ['Starts with', '{{hint}}'], ['Permissions', '{{scopes}}'], ...WHERE),
    button('View your API keys', SECURITY_SETTINGS),
    notice(
      `Was this not you? Delete the key and change your password now: that signs everybody out and deletes all other keys too. If it happens again, write to ${BRAND.support}.`,
    ),
  ),
  api_key_revoked: security(
    'neutral',
    'An API key of your account was deleted',
    'Programs that used it no longer have access.',
    text('An API key was deleted. Programs that used it no longer have access.'),
    facts(['Key', '{{key}}'], ['Started with', '{{hint}}'], ...WHERE),
    button('View your API keys', SECURITY_SETTINGS),
    NOT_YOU,
  ),
  account_export_finished: security(
    'good',
    'The export of your data is ready',
    'It can be fetched until {{expires_at}}.',
    text('What we keep of your account is in a file that waits for you in the dashboard.'),
    facts(['Size', '{{size}}'], ['Deleted at', '{{expires_at}}']),
    button('Fetch the file', '{{public_url}}/dashboard/settings'),
    text('It can only be downloaded after signing in to your account and entering its password again.'),
    NOT_YOU,
  ),
  logs_exported: security(
    'neutral',
    'Logs of your sites were exported',
    'Somebody saved the request logs of your sites as a file.',
    text(
      'The request logs of your sites were saved as a file. They hold the addresses of your visitors and what they asked for.',
    ),
    facts(['Site', '{{domain|All sites}}'], ...WHERE),
    text('We write at most once an hour about exports. The list in your settings has every one of them.'),
    button('See recent activity', SECURITY_SETTINGS),
    notice(
      `Was this not you? Change your password now: it signs everybody out and deletes all API keys. If personal data of your visitors may be in the wrong hands, you may have to report it; write to ${BRAND.support} and we help.`,
    ),
  ),
  log_stream_changed: security(
    'warning',
    'A log stream of your site was {{act}}',
    'It sends the request logs of your site on to another place.',
    text(
      'A log stream sends the requests of your site on, as they come: the addresses of your visitors and what they asked for.',
    ),
    facts(
      ['Site', '{{domain}}'],
      ['Stream', '{{stream}}'],
      ['What', '{{act}}'],
      ['Sends to', '{{target}}'],
      ...WHERE,
    ),
    button('See your log streams', '{{public_url}}/dashboard/log-streams'),
    notice(
      `Was this not you? Change your password now: it signs everybody out and deletes all API keys. Then look where your streams send to, and write to ${BRAND.support}.`,
    ),
  ),
  support_view_asked: security(
    'warning',
    'Support asks to see your dashboard',
    'Nobody sees anything before you allow it.',
    text(
      'An administrator asks to see your dashboard as you see it, to help you. Nobody sees anything before you allow it.',
    ),
    facts(['Who', '{{administrator}}'], ['Why', '{{reason}}'], ['When', '{{at}}']),
    text(
      'If you allow it, they can view it for one hour and change nothing. They see your sites, their configuration, your plan, figures and logs; no passwords, keys, orders, invoices, reports of visitors or exports. You can end it at any time, and your settings list what they looked at.',
    ),
    button('Answer', SECURITY_SETTINGS),
    text('If you do nothing, the question lapses after three days.'),
  ),
  support_view_opened: security(
    'warning',
    'Support is looking at your dashboard',
    'As you allowed. You can end it at any time.',
    text('An administrator has begun to look at your dashboard, as you allowed. They can change nothing.'),
    facts(['Who', '{{administrator}}'], ['Why', '{{reason}}'], ['Ends by itself', '{{until}}']),
    button('See what they look at, or end it', SECURITY_SETTINGS),
  ),
  account_deleted: account(
    'neutral',
    'Your account was deleted',
    'What we keep, and for how long.',
    text('Your account was deleted, a paid subscription was cancelled, and your sites are no longer served.'),
    text(
      `Your sites, their settings and logs are erased, which cannot be undone. Your account data goes after 30 days; invoices stay as long as the law asks. Questions? Write to ${BRAND.support}.`,
    ),
  ),
} as const satisfies Record<string, MailText>;
