import { button, facts, type MailText, mailsAbout, steps, text } from '../mail-text.ts';

const about = mailsAbout({ topic: 'Your domains', footer: 'account' });
const toDomains = (label: string) => button(label, '{{public_url}}/dashboard/domains');

/** Who owns a domain. Mails with something to lose are sent whatever the settings are. */
export const OWNERSHIP_TEXTS = {
  ownership_failing: about(
    'warning',
    '{{domain}}: we can no longer confirm that it is yours',
    'Please put its DNS record back.',
    text(
      'Neither the DNS record that proved {{domain}} nor a record that leads its visitors to us has been there for days.',
    ),
    facts(['Domain', '{{domain}}'], ['We keep it until', '{{until}}']),
    text(
      'If you still use it, put back the record that the dashboard shows. If not, there is nothing to do.',
    ),
    toDomains('Show the DNS record'),
  ),
  ownership_confirmed: about(
    'good',
    '{{domain}} is confirmed as yours again',
    'All is well.',
    text('DNS shows again that {{domain}} is yours. Nothing has changed for its visitors.'),
  ),
  ownership_released: about(
    'bad',
    '{{domain}} is no longer served',
    'Its DNS records were missing for too long.',
    text(
      'We could not see for more than two weeks that {{domain}} is yours, so we have stopped serving it. Your settings for it are kept.',
    ),
    text('To have it served again, set the new DNS record that the dashboard shows and click “Verify DNS”.'),
    toDomains('Show the DNS record'),
  ),
  ownership_contested: about(
    'bad',
    'Another account claims {{domain}}',
    'Please prove by {{until}} that it is yours.',
    text(
      'Somebody with another account has proved by a DNS record that they control {{domain}}, and your own record is no longer there.',
    ),
    facts(['Domain', '{{domain}}'], ['Your time ends', '{{until}}']),
    steps(
      'Set the DNS record that the dashboard shows for {{domain}}. As soon as we see it, the domain stays yours.',
      'If you did not expect this, change the password at your DNS provider and look at the records there.',
    ),
    text('If you have given the domain away, there is nothing to do: it then goes to the other account.'),
    toDomains('Show the DNS record'),
  ),
  ownership_kept: about(
    'good',
    '{{domain}} stays yours',
    'The other claim has ended.',
    text('We have seen your DNS record for {{domain}}. The other account’s claim has ended.'),
    text(
      'If you do not know who claimed it, look at the records at your DNS provider: somebody could change them.',
    ),
  ),
  ownership_lost: about(
    'bad',
    '{{domain}} went to another account',
    'Its DNS record was not put back in time.',
    text(
      'Another account proved that it controls {{domain}}, and your DNS record was not put back in time. We no longer serve it for you.',
    ),
    text(
      'Your settings and certificates for it were not handed over. The dashboard still shows the settings.',
    ),
    toDomains('Open your domains'),
  ),
  ownership_won: about(
    'good',
    '{{domain}} is yours now',
    'The earlier account has not shown that it is theirs.',
    text('The account that had {{domain}} before has not shown that it is theirs. It is yours from now on.'),
    text('If the dashboard still shows it as pending, your plan has no room left for it.'),
    toDomains('Open your domains'),
  ),
  ownership_denied: about(
    'neutral',
    '{{domain}} stays with the account that has it',
    'Your claim has ended.',
    text(
      'Your claim of {{domain}} has ended: either its present owner has proved it, or your own TXT record was not there at the end.',
    ),
    toDomains('Open your domains'),
  ),
  ownership_consent_asked: about(
    'warning',
    'Another account wants to add {{other_name}}',
    'It is below {{domain}}, which is yours.',
    text(
      'Somebody with another account has proved {{other_name}} by a DNS record. Since {{domain}} is yours, we ask you first.',
    ),
    facts(['Name', '{{other_name}}'], ['Below your domain', '{{domain}}'], ['Please answer by', '{{until}}']),
    text(
      'If you accept, they get {{other_name}} with settings of their own. If you do not know them, refuse, and look at the records at your DNS provider. After that day a TXT record of theirs is enough.',
    ),
    toDomains('Accept or refuse'),
  ),
  ownership_consent_given: about(
    'good',
    'You may add {{domain}}',
    'The owner of {{other_name}} has agreed.',
    text('The owner of {{other_name}} has agreed. Click “Verify DNS” once more to have {{domain}} served.'),
    toDomains('Verify it now'),
  ),
  ownership_consent_refused: about(
    'neutral',
    '{{domain}} was refused',
    'The owner of {{other_name}} does not agree.',
    text('The owner of {{other_name}} does not agree that your account has {{domain}}. Please talk to them.'),
  ),
} as const satisfies Record<string, MailText>;
