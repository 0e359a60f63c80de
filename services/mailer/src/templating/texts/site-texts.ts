import { BRAND } from '../brand.ts';
import { button, facts, figures, type MailText, mailsAbout, steps, text, titledFacts } from '../mail-text.ts';

const setUp = mailsAbout({ topic: 'Your sites', footer: 'settings' });
const alert = mailsAbout({ topic: 'Site alert', footer: 'settings' });
const attack = mailsAbout({ topic: 'Security alert', footer: 'settings' });
const toDomains = (label: string) => button(label, '{{public_url}}/dashboard/domains');

/** The events of a period, for one site or all: first what changed, in one sentence. */
const reportText = (topic: string, period: 'week' | 'month'): MailText => ({
  ...mailsAbout({ topic, footer: 'report' })(
    'neutral',
    `Your ${period}: {{total_requests}} requests, {{blocked_requests}} blocked`,
    '{{sentence|What happened on your sites.}}',
    text('{{sentence}}'),
    text(`Here is what happened on {{about|your sites}} from {{from}} to {{to}}. {{report_note}}`),
    figures(
      ['requests {{requests_change}}', '{{total_requests}}'],
      ['blocked {{blocked_change}}', '{{blocked_requests}}'],
      ['sent', '{{data_sent}}'],
    ),
    facts(['Report for', '{{brand}}'], ['Site', '{{about}}'], ['Most frequent attack', '{{top_attack}}']),
    titledFacts(
      'Your sites',
      ['{{site_1}}', '{{site_1_figures}}'],
      ['{{site_2}}', '{{site_2_figures}}'],
      ['{{site_3}}', '{{site_3_figures}}'],
      ['{{site_4}}', '{{site_4_figures}}'],
      ['{{site_5}}', '{{site_5_figures}}'],
    ),
    button('Open analytics', '{{public_url}}/dashboard/analytics'),
  ),
  heading: `Your ${period} in numbers`,
});

/** Events on somebody's sites. The account's settings stop them. */
export const SITE_TEXTS = {
  domain_added: setUp(
    'neutral',
    '{{domain}} was added',
    'First, prove with a DNS record that it is yours.',
    text('{{domain}} was added to your account. Three steps remain:'),
    steps(
      'Add the DNS record that the dashboard shows. It proves that the domain is yours.',
      'Click “Verify DNS”. New records are usually visible within ten minutes.',
      'Point your DNS at us: the dashboard shows which records to change. Until then, your site is not protected.',
    ),
    toDomains('View the DNS record'),
  ),
  domain_verified: setUp(
    'good',
    '{{domain}} is verified: one step left',
    'Point your DNS at us to protect it.',
    text('{{domain}} is verified and active. Requests that reach us for it are checked from now on.'),
    text(
      'Your visitors reach us once your DNS records point at us. The dashboard shows which records to change. If your site uses HTTPS, get the certificate first: see “Certificates” there.',
    ),
    toDomains('View the records to change'),
  ),
  domain_unreachable: alert(
    'bad',
    '{{domain}}: your server is not responding',
    'Visitors see an error until it responds again.',
    text(
      'The server of your site is not responding: every request that we forwarded to it failed. Visitors see an error page until it responds again.',
    ),
    facts(['Site', '{{domain}}'], ['Since', '{{since}}'], ['Failed requests', '{{failed}}']),
    text(
      'Check that the server is running and that its firewall allows our addresses. We will write again when it responds.',
    ),
    toDomains('Check the origin settings'),
  ),
  domain_reachable: alert(
    'good',
    '{{domain}}: your server is responding again',
    'You do not need to do anything.',
    text('The server of your site is responding again, and visitors see your site as usual.'),
    facts(['Site', '{{domain}}'], ['Downtime', '{{duration}}']),
  ),
  traffic_lost: alert(
    'warning',
    '{{host}} no longer points to us',
    'It is not protected at the moment.',
    text(
      'The DNS record of {{host}} points somewhere else. Its visitors no longer reach us, so their requests are not checked.',
    ),
    facts(['Host', '{{host}}'], ['Points to', '{{found|nothing}}'], ['Since', '{{since}}']),
    text(
      'If this is intended, you do not need to do anything. If not, the dashboard shows the record to set.',
    ),
    toDomains('View the DNS record'),
  ),
  traffic_returned: alert(
    'good',
    '{{host}} points to us again',
    'It is protected again.',
    text('The DNS record of {{host}} points to us again, and the site is protected as before.'),
    facts(['Host', '{{host}}'], ['It pointed elsewhere for', '{{duration}}']),
  ),
  owner_alert: alert(
    'warning',
    '{{title}}',
    '{{summary}}',
    text('{{summary}}'),
    facts(
      ['Rule', '{{rule}}'],
      ['Site', '{{site|all of them}}'],
      ['Severity', '{{severity}}'],
      ['Since', '{{since}}'],
      ['Until', '{{until|ongoing}}'],
      ['Note', '{{note|none}}'],
    ),
    button('View the alert', '{{public_url}}/dashboard/alerts'),
  ),
  rollout_taken_back: alert(
    'warning',
    '{{domain}}: a policy change was rolled back',
    '{{reason}}',
    text(
      'A policy change was being rolled out to some of your visitors. It was rolled back, and the previous policy applies to all visitors again.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text('The change is in the history of your site, so you can correct it and try again.'),
    toDomains('View the change'),
  ),
  rollout_promoted: alert(
    'good',
    '{{domain}}: your new policy applies to everybody',
    '{{reason}}',
    text('A policy change was being rolled out to some of your visitors. It now applies to all of them.'),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text('If something is wrong after all, you can undo the change in the history of your site.'),
    toDomains('View the change'),
  ),
  rules_held: alert(
    'warning',
    '{{domain}}: a new rule release is on hold for your site',
    '{{reason}}',
    text(
      'A new rule release was tested on the traffic of your site, without blocking anybody. Your site keeps its current rules; you do not need to do anything.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text(
      'If the requests it would block are attacks, accept the new rules. If they are from your visitors, add an exclusion for the rule; the other new rules then apply.',
    ),
    toDomains('View the findings'),
  ),
  certificate_failed: alert(
    'bad',
    '{{domain}}: we could not get a certificate',
    'What you can check.',
    text(
      'We could not get a certificate for your site. We keep trying. The most common cause is a DNS record.',
    ),
    facts(
      ['Site', '{{domain}}'],
      ['Problem', '{{problem}}'],
      ['Current certificate expires on', '{{expires_at|there is none yet}}'],
    ),
    toDomains('View what to do'),
  ),
  list_failing: alert(
    'warning',
    'Your list {{list}} could not be fetched for two days',
    'Its last entries remain in use.',
    text(
      'We have been unable to fetch the source of your list since {{since}}. The last entries remain in use, and we keep trying.',
    ),
    facts(['List', '{{list}}'], ['Error', '{{problem}}'], ['Failing since', '{{since}}']),
    text(
      'If its address has changed, enter the new one. If the source no longer exists, edit the list by hand.',
    ),
    button('View your lists', '{{public_url}}/dashboard/lists'),
  ),
  certificate_expiring: alert(
    'warning',
    '{{domain}}: your certificate expires on {{expires_at}}',
    'Upload a new one before then.',
    text('The certificate that you uploaded for {{domain}} expires soon, and we cannot renew it for you.'),
    facts(['Site', '{{domain}}'], ['Expires on', '{{expires_at}}']),
    text(
      'Upload a new one before then. You can also remove yours: where available, we then issue and renew a certificate automatically.',
    ),
    toDomains('Upload a certificate'),
  ),
  origin_certificate_expiring: alert(
    'warning',
    '{{domain}}: the certificate for your server expires on {{expires_at}}',
    'Your server may refuse us after that.',
    text(
      'The certificate that you uploaded for our connections to the server of {{domain}} expires soon, and we cannot renew it for you. Afterwards your server will refuse our connections, and the site will not be reachable.',
    ),
    facts(['Site', '{{domain}}'], ['Expires on', '{{expires_at}}']),
    text('Upload a new one before then, or switch to the certificate that we issue and renew.'),
    toDomains('Upload a certificate'),
  ),
  revocation_list_due: alert(
    'warning',
    '{{domain}}: a revocation list {{due}}',
    'Clients whose certificates were revoked since then are accepted.',
    text(
      'The list of revoked client certificates of {{authority}} {{due}}. The edge keeps using the old list and accepts certificates that were revoked since then.',
    ),
    facts(['Site', '{{domain}}'], ['Authority', '{{authority}}'], ['The list', '{{due}}']),
    text('Get the newest list from your certificate authority and replace the old one with it.'),
    toDomains('Replace the list'),
  ),
  attack_alert: attack(
    'bad',
    'Attack on {{domain}}',
    '{{blocked}} requests blocked.',
    text('{{domain}} is receiving an unusual number of attacks. They are being blocked.'),
    figures(['blocked requests', '{{blocked}}'], ['within', '{{duration}}']),
    facts(['Most frequent', '{{attack_type}}'], ['Main sources', '{{sources}}'], ['Since', '{{since}}']),
    button('View the requests', '{{public_url}}/dashboard/logs'),
    text('If it continues, we will write again in a few hours.'),
  ),
  visitor_reported: attack(
    'warning',
    'A visitor was blocked by {{domain}} and reported it',
    'Open reports: {{waiting}}.',
    text(
      'A visitor of {{domain}} was blocked and wrote to you. Our rules may be wrong: compare the report with the request, then create an exclusion or dismiss the report.',
    ),
    facts(['Site', '{{domain}}'], ['Open reports', '{{waiting}}']),
    button('Read the reports', '{{public_url}}/dashboard/reports'),
    text('If more visitors write, we will not email you again for a few hours.'),
  ),
  export_finished: setUp(
    'good',
    'Your export is ready: {{entries}} entries',
    'You can download it until {{expires_at}}.',
    text('The file with the log entries you exported is ready in the dashboard.'),
    facts(
      ['Site', '{{sites|all of them}}'],
      ['Entries', '{{entries}}'],
      ['Contains', '{{extent}}'],
      ['Size, compressed', '{{size}}'],
      ['Deleted at', '{{expires_at}}'],
    ),
    button('Download the file', '{{public_url}}/dashboard/logs?exports=open'),
    text('To download it, you have to sign in.'),
  ),
  status_page_suspended: setUp(
    'warning',
    'The status page of {{domain}} was suspended',
    'It is no longer public.',
    text(
      'An administrator of this service has suspended the status page of {{domain}}, so it is no longer public. Your site itself is served as before.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text(
      `Its content is kept, and you can edit it. You can publish the page again once an administrator has lifted the suspension. If you think this is a mistake, write to ${BRAND.support}.`,
    ),
    toDomains('View your sites'),
  ),
  status_page_unsuspended: setUp(
    'good',
    'Your status page of {{domain}} is no longer suspended',
    'You can publish it.',
    text(
      'An administrator has lifted the suspension of the status page of {{domain}}. It is not public until you publish it.',
    ),
    facts(['Site', '{{domain}}']),
    toDomains('View your sites'),
  ),
  weekly_report: reportText('Weekly report', 'week'),
  monthly_report: reportText('Monthly report', 'month'),
} as const satisfies Record<string, MailText>;
