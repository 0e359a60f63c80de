import { button, facts, type MailText, mailsAbout, steps, text } from '../mail-text.ts';

const about = mailsAbout({ topic: 'Your domains', footer: 'account' });
const toDomains = (label: string) => button(label, '{{public_url}}/dashboard/domains');

/** Who owns a domain. Mails with something to lose are sent whatever the settings are. */
export const OWNERSHIP_TEXTS = {
  ownership_failing: about(
    'warning',
    '{{domain}}: we can no longer confirm that it is yours',
    'Please restore its DNS record.',
    text(
      'For days, we have found neither the DNS record that verifies {{domain}} nor a record that points it at us.',
    ),
    facts(['Domain', '{{domain}}'], ['Served until', '{{until}}']),
    text(
      'If you still use it, restore the record that the dashboard shows. If not, you do not need to do anything.',
    ),
    toDomains('View the DNS record'),
  ),
  ownership_confirmed: about(
    'good',
    '{{domain}} is confirmed as yours again',
    'You do not need to do anything.',
    text('DNS confirms again that {{domain}} is yours. Nothing has changed for its visitors.'),
  ),
  ownership_released: about(
    'bad',
    '{{domain}} is no longer served',
    'Its DNS records were missing for too long.',
    text(
      'For more than two weeks, we could not confirm that {{domain}} is yours, so we stopped serving it. Its settings are kept.',
    ),
    text('To have it served again, add the new DNS record that the dashboard shows and click “Verify DNS”.'),
    toDomains('View the DNS record'),
  ),
  ownership_contested: about(
    'bad',
    'Another account claims {{domain}}',
    'Please prove by {{until}} that it is yours.',
    text(
      'Another account has proved with a DNS record that it controls {{domain}}, and your own record is no longer there.',
    ),
    facts(['Domain', '{{domain}}'], ['Prove it by', '{{until}}']),
    steps(
      'Add the DNS record that the dashboard shows for {{domain}}. The domain stays yours as soon as we see the record.',
      'If you did not expect this, change your password at your DNS provider and check the records there.',
    ),
    text(
      'If you have given the domain away, you do not need to do anything: it will go to the other account.',
    ),
    toDomains('View the DNS record'),
  ),
  ownership_kept: about(
    'good',
    '{{domain}} stays yours',
    'The other claim has ended.',
    text('We have seen your DNS record for {{domain}}. The other account’s claim has ended.'),
    text(
      'If you do not know who claimed it, check the records at your DNS provider: somebody was able to change them.',
    ),
  ),
  ownership_lost: about(
    'bad',
    '{{domain}} went to another account',
    'Its DNS record was not restored in time.',
    text(
      'Another account proved that it controls {{domain}}, and your DNS record was not restored in time. We no longer serve it for you.',
    ),
    text(
      'Your settings and certificates for it were not handed over. The dashboard still shows the settings.',
    ),
    toDomains('Open your domains'),
  ),
  ownership_won: about(
    'good',
    '{{domain}} is yours now',
    'Its previous owner did not prove ownership.',
    text('The account that had {{domain}} before did not prove ownership. The domain is yours from now on.'),
    text('If the dashboard still shows it as pending, you have reached the number of domains of your plan.'),
    toDomains('Open your domains'),
  ),
  ownership_denied: about(
    'neutral',
    '{{domain}} stays with the account that has it',
    'Your claim has ended.',
    text(
      'Your claim to {{domain}} has ended: either its current owner proved ownership, or your own TXT record was no longer there.',
    ),
    toDomains('Open your domains'),
  ),
  ownership_consent_asked: about(
    'warning',
    'Another account wants to add {{other_name}}',
    'It is a subdomain of {{domain}}, which is yours.',
    text(
      'Another account has proved with a DNS record that it controls {{other_name}}. Since {{domain}} is yours, we ask you first.',
    ),
    facts(['Name', '{{other_name}}'], ['Subdomain of', '{{domain}}'], ['Please answer by', '{{until}}']),
    text(
      'If you accept, they manage {{other_name}} with their own settings. If you do not know them, refuse and check the records at your DNS provider. If you do not answer by then, their TXT record is enough.',
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
    text(
      'The owner of {{other_name}} does not agree that your account serves {{domain}}. Please contact them.',
    ),
  ),
} as const satisfies Record<string, MailText>;
