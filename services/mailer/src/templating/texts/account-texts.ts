import { BRAND } from '../brand.ts';
import { button, facts, type MailText, mailsAbout, notice, steps, text } from '../mail-text.ts';

const account = mailsAbout({ topic: 'Your account', footer: 'account' });
const security = mailsAbout({ topic: 'Account security', footer: 'account' });

const NOT_YOU = notice(
  `Was this not you? Change your password now and write to ${BRAND.support}: somebody else may have access to your account.`,
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
      'Your email address is confirmed and your account is ready. Protect your first site in three steps:',
    ),
    steps(
      'Add your domain and enter the address of its server.',
      'Add the DNS record that we show you. It proves that the domain is yours.',
      'Point your DNS at us and watch the first requests come in.',
    ),
    button('Add a domain', '{{public_url}}/dashboard/domains'),
    text(`Need help? Write to ${BRAND.support}; a person will read your email.`),
  ),
  confirm_email: account(
    'neutral',
    'Confirm your email address',
    'Confirm that this email address is yours.',
    text('Please confirm that this email address is yours.'),
    button('Confirm email address'),
    text('If you did not create an account with us, you can ignore this email.'),
  ),
  reset_password: security(
    'neutral',
    'Choose a new password',
    'We received a request to reset your password.',
    text('We received a request to reset the password of your account.'),
    button('Choose a new password'),
    text(
      'If you did not request this, you can ignore this email. Your password stays as it is, and the link expires soon.',
    ),
  ),
  password_changed: security(
    'warning',
    'Your password was changed',
    'The password of your account was changed.',
    text('Your account has a new password. All other sessions were signed out.'),
    NOT_YOU,
  ),
  email_changed: security(
    'warning',
    'Your email address was changed',
    'Your account has a new email address.',
    text('Your account has a new email address. From now on, emails about your account go there.'),
    facts(['New email address', '{{new_email}}']),
    text('Was this not you? You can undo the change within seven days:'),
    button('This was not me'),
    notice(
      `This restores the previous email address, signs out all devices and sends you a link to choose a new password. If it does not work, write to ${BRAND.support} at once.`,
    ),
  ),
  mfa_enabled: security(
    'good',
    'Two-factor authentication is on',
    'Signing in now requires a code as well.',
    text('From now on, you need your password and a code from your app to sign in.'),
    text('Keep your backup codes in a place you can reach without your phone.'),
    notice(
      `Was this not you? Choose a new password within 7 days with “Forgot password?” on the sign-in page. If the second factor was set up on a device that is new to your account, this removes it and signs out all devices. Then write to ${BRAND.support}.`,
    ),
  ),
  mfa_disabled: security(
    'warning',
    'Two-factor authentication is off',
    'Signing in requires only your password again.',
    text(
      'Signing in requires only your password again. You can turn two-factor authentication on again at any time.',
    ),
    button('Open settings', '{{public_url}}/dashboard/settings'),
    NOT_YOU,
  ),
  backup_code_used: security(
    'warning',
    'A backup code was used',
    'One of your backup codes was used to sign in.',
    text('One of your backup codes was used instead of a code from your app.'),
    facts(...WHERE, ['Codes left', '{{left}}']),
    button('Open settings', SECURITY_SETTINGS),
    NOT_YOU,
  ),
  new_device: security(
    'warning',
    'New sign-in to your account',
    'Somebody signed in to your account from a new device.',
    text('Somebody signed in to your account from a device that we have not seen before.'),
    facts(...WHERE),
    text('If this was you, you do not need to do anything.'),
    button('View recent activity', SECURITY_SETTINGS),
    notice(
      `Was this not you? Change your password now: this signs out all devices and deletes all API keys. Then turn on two-factor authentication and write to ${BRAND.support}.`,
    ),
  ),
  session_stolen: security(
    'warning',
    'You were signed out: somebody may have copied your session',
    'A session of your account was used in two places, so we ended it.',
    text(
      'A session of your account was used in two places at once. Somebody may have copied it from your browser, so we ended it.',
    ),
    facts(...WHERE),
    text('Sign in again to continue. Nothing else has changed.'),
    button('View recent activity', SECURITY_SETTINGS),
    notice(
      `Check the device you sign in from for programs and browser extensions that you do not know, and change your password: this signs out all devices and deletes all API keys. If it happens again, write to ${BRAND.support}.`,
    ),
  ),
  api_key_created: security(
    'warning',
    'An API key was created for your account',
    'Programs can use it to access your account.',
    text('A new API key was created. Programs that have it can do the following in your account:'),
    facts(['Key', '{{key}}'], ['Starts with', '{{hint}}'], ['Permissions', '{{scopes}}'], ...WHERE),
    button('View your API keys', SECURITY_SETTINGS),
    notice(
      `Was this not you? Delete the key and change your password now: this signs out all devices and deletes all other keys. If it happens again, write to ${BRAND.support}.`,
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
    'You can download it until {{expires_at}}.',
    text('The file with the data of your account is ready in the dashboard.'),
    facts(['Size', '{{size}}'], ['Deleted at', '{{expires_at}}']),
    button('Download the file', '{{public_url}}/dashboard/settings'),
    text('To download it, you have to sign in and enter your password again.'),
    NOT_YOU,
  ),
  logs_exported: security(
    'neutral',
    'Logs of your sites were exported',
    'Request logs of your sites were downloaded as a file.',
    text(
      'Request logs of your sites were downloaded as a file. They contain the IP addresses of your visitors and the pages they requested.',
    ),
    facts(['Site', '{{domain|All sites}}'], ...WHERE),
    text('We send at most one email an hour about exports. Your settings list all of them.'),
    button('View recent activity', SECURITY_SETTINGS),
    notice(
      `Was this not you? Change your password now: this signs out all devices and deletes all API keys. If personal data of your visitors may have been disclosed, you may have to report it; write to ${BRAND.support} and we will help.`,
    ),
  ),
  log_stream_changed: security(
    'warning',
    'A log stream of your site was {{act}}',
    'A log stream sends the request logs of your site to another system.',
    text(
      'A log stream sends every request of your site to another system, with the IP addresses of your visitors and the pages they requested.',
    ),
    facts(
      ['Site', '{{domain}}'],
      ['Stream', '{{stream}}'],
      ['Change', '{{act}}'],
      ['Sends to', '{{target}}'],
      ...WHERE,
    ),
    button('View your log streams', '{{public_url}}/dashboard/log-streams'),
    notice(
      `Was this not you? Change your password now: this signs out all devices and deletes all API keys. Then check where your log streams send to, and write to ${BRAND.support}.`,
    ),
  ),
  support_view_asked: security(
    'warning',
    'Support asks to view your dashboard',
    'Nobody can see anything until you allow it.',
    text(
      'An administrator asks to view your dashboard as you see it, in order to help you. Nobody can see anything until you allow it.',
    ),
    facts(['Who', '{{administrator}}'], ['Why', '{{reason}}'], ['When', '{{at}}']),
    text(
      'If you allow it, they can view it for one hour but cannot change anything. They can see your sites, their configuration, your plan, statistics and logs, but no passwords, keys, orders, invoices, visitors’ reports or exports. You can end the view at any time, and your settings list what was viewed.',
    ),
    button('Allow or decline', SECURITY_SETTINGS),
    text('If you do nothing, the request expires after three days.'),
  ),
  support_view_opened: security(
    'warning',
    'Support is viewing your dashboard',
    'You allowed this. You can end it at any time.',
    text('As you allowed, an administrator has started to view your dashboard. They cannot change anything.'),
    facts(['Who', '{{administrator}}'], ['Why', '{{reason}}'], ['Ends automatically', '{{until}}']),
    button('View their activity or end it', SECURITY_SETTINGS),
  ),
  account_deleted: account(
    'neutral',
    'Your account was deleted',
    'What we keep, and for how long.',
    text(
      'Your account was deleted. Any paid subscription was cancelled, and your sites are no longer served.',
    ),
    text(
      `Your sites, their settings and their logs are deleted permanently. Your account data is deleted after 30 days; invoices are kept as long as the law requires. Questions? Write to ${BRAND.support}.`,
    ),
  ),
} as const satisfies Record<string, MailText>;
