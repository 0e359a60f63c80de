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
    text(`This is what happened on {{about|your sites}} from {{from}} to {{to}}. {{report_note}}`),
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
    'First, one DNS record proves that it is yours.',
    text('{{domain}} was added to your account. Three steps are left:'),
    steps(
      'Set the DNS record that the dashboard shows. It proves that the domain is yours.',
      'Click “Verify DNS”. New records are usually seen within ten minutes.',
      'Point your visitors at us: the dashboard shows which records to change. Until then your site is not protected.',
    ),
    toDomains('Show the DNS record'),
  ),
  domain_verified: setUp(
    'good',
    '{{domain}} is verified: one step left',
    'Point your visitors at us, and it is protected.',
    text('{{domain}} is verified and active. Requests that reach us for it are checked from now on.'),
    text(
      'Your visitors reach us once the records of your site point to us. The dashboard shows which ones to change. If they come by HTTPS, have the certificate ready first: see “Certificates” there.',
    ),
    toDomains('Show the records to change'),
  ),
  domain_unreachable: alert(
    'bad',
    '{{domain}}: your server is not responding',
    'Visitors see an error until it responds again.',
    text(
      'The server behind your site is not responding: every request that we passed on to it failed. Visitors see an error page until it is back.',
    ),
    facts(['Site', '{{domain}}'], ['Since', '{{since}}'], ['Failed requests', '{{failed}}']),
    text(
      'Check that the server runs, and that its firewall lets our addresses in. We will write again when it responds.',
    ),
    toDomains('Check the origin settings'),
  ),
  domain_reachable: alert(
    'good',
    '{{domain}}: your server is responding again',
    'All is well.',
    text('The server behind your site is responding again, and visitors see your site as usual.'),
    facts(['Site', '{{domain}}'], ['Downtime', '{{duration}}']),
  ),
  traffic_lost: alert(
    'warning',
    '{{host}} no longer points to us',
    'Its visitors are not protected now.',
    text(
      'The DNS record of {{host}} points somewhere else. Its visitors no longer come through us, so nothing is checked for them.',
    ),
    facts(['Host', '{{host}}'], ['Points to', '{{found|nothing}}'], ['Since', '{{since}}']),
    text('If you wanted this, there is nothing to do. If not, the dashboard shows the record to set.'),
    toDomains('Show the DNS record'),
  ),
  traffic_returned: alert(
    'good',
    '{{host}} points to us again',
    'Its visitors are protected again.',
    text('The DNS record of {{host}} points to us again, and its visitors are protected as before.'),
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
    button('Show the alert', '{{public_url}}/dashboard/alerts'),
  ),
  rollout_taken_back: alert(
    'warning',
    '{{domain}}: a change of your policy was taken back',
    '{{reason}}',
    text(
      'A change of your policy was on trial with a part of your visitors. It was taken back, and all of them are judged by the policy in force again.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text('The history of your site has the change, so that you can correct it and try again.'),
    toDomains('See the change'),
  ),
  rollout_promoted: alert(
    'good',
    '{{domain}}: your new policy is in force for everybody',
    '{{reason}}',
    text(
      'A change of your policy was on trial with a part of your visitors. All of them are judged by it now.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text('If something is not right after all, the history of your site undoes it with one click.'),
    toDomains('See the change'),
  ),
  rules_held: alert(
    'warning',
    '{{domain}}: a new release of rules is held back on your site',
    '{{reason}}',
    text(
      'A new release of the rules was tried on your site’s own traffic, without blocking anybody. Your site keeps the rules that it has; nothing has to be done.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text(
      'If these are not your visitors, accept the new rules. If they are, add an exclusion for that rule; the other new rules then apply.',
    ),
    toDomains('See what was found'),
  ),
  certificate_failed: alert(
    'bad',
    '{{domain}}: we could not get a certificate',
    'What to check.',
    text(
      'We could not get a certificate for your site. We keep trying; most often a DNS record is the cause.',
    ),
    facts(
      ['Site', '{{domain}}'],
      ['Problem', '{{problem}}'],
      ['The current one expires on', '{{expires_at|there is none yet}}'],
    ),
    toDomains('See what to do'),
  ),
  list_failing: alert(
    'warning',
    'Your list {{list}} could not be fetched for two days',
    'The entries before stay in force.',
    text(
      'The source of your list has failed since {{since}}. The entries that were fetched last stay in force, and we keep trying.',
    ),
    facts(['List', '{{list}}'], ['Error', '{{problem}}'], ['Failing since', '{{since}}']),
    text(
      'If its address has changed, enter the new one; if there is no such source any more, keep the list by hand.',
    ),
    button('See your lists', '{{public_url}}/dashboard/lists'),
  ),
  certificate_expiring: alert(
    'warning',
    '{{domain}}: your certificate expires on {{expires_at}}',
    'Upload a new one before then.',
    text('The certificate that you uploaded for {{domain}} expires soon, and we cannot renew it for you.'),
    facts(['Site', '{{domain}}'], ['Expires on', '{{expires_at}}']),
    text(
      'Upload a new one before that day. You can also remove yours: where they are available, our own certificates are issued and renewed automatically.',
    ),
    toDomains('Upload a certificate'),
  ),
  revocation_list_due: alert(
    'warning',
    '{{domain}}: a revocation list {{due}}',
    'Clients whose certificates were revoked since are accepted.',
    text(
      'The list of revoked client certificates of {{authority}} {{due}}. The edge keeps using the old one, and so accepts certificates revoked since.',
    ),
    facts(['Site', '{{domain}}'], ['Authority', '{{authority}}'], ['The list', '{{due}}']),
    text('Fetch the newest list from your authority and save it in the place of the old one.'),
    toDomains('Replace the list'),
  ),
  attack_alert: attack(
    'bad',
    'Attack on {{domain}}',
    '{{blocked}} requests blocked.',
    text('{{domain}} is receiving unusually many attacks. They are being blocked.'),
    figures(['blocked requests', '{{blocked}}'], ['within', '{{duration}}']),
    facts(['Most frequent', '{{attack_type}}'], ['Mostly from', '{{sources}}'], ['Since', '{{since}}']),
    button('See the requests', '{{public_url}}/dashboard/logs'),
    text('If it continues, we will write again in a few hours, not every minute.'),
  ),
  visitor_reported: attack(
    'warning',
    'A visitor says that {{domain}} refused them',
    'Reports that wait for you: {{waiting}}.',
    text(
      'A visitor of {{domain}} was refused and has written to you. It may be a mistake of our rules: look at what they say beside the request, and create an exclusion or dismiss it.',
    ),
    facts(['Site', '{{domain}}'], ['Reports that wait', '{{waiting}}']),
    button('Read the reports', '{{public_url}}/dashboard/reports'),
    text('If more visitors write, we will tell you again in a few hours, not each time.'),
  ),
  export_finished: setUp(
    'good',
    'Your export is ready: {{entries}} entries',
    'It can be fetched until {{expires_at}}.',
    text('The log entries that you asked for are in a file that waits for you in the dashboard.'),
    facts(
      ['Site', '{{sites|all of them}}'],
      ['Entries', '{{entries}}'],
      ['It holds', '{{extent}}'],
      ['Size, compressed', '{{size}}'],
      ['Deleted at', '{{expires_at}}'],
    ),
    button('Fetch the file', '{{public_url}}/dashboard/logs?exports=open'),
    text('It can only be downloaded after signing in to your account.'),
  ),
  status_page_suspended: setUp(
    'warning',
    'The status page of {{domain}} was suspended',
    'The public does not see it any more.',
    text(
      'An administrator of this service has suspended the status page of {{domain}}: the public does not see it any more. Your site itself is served as before.',
    ),
    facts(['Site', '{{domain}}'], ['Why', '{{reason}}']),
    text(
      `What you wrote is kept, and you can change it. The page can be public again once an administrator has lifted the suspension; to ask for it, or if this is a mistake, write to ${BRAND.support}.`,
    ),
    toDomains('See your sites'),
  ),
  status_page_unsuspended: setUp(
    'good',
    'Your status page of {{domain}} is no longer suspended',
    'You can make it public.',
    text(
      'An administrator has lifted the suspension of the status page of {{domain}}. It is off until you make it public.',
    ),
    facts(['Site', '{{domain}}']),
    toDomains('See your sites'),
  ),
  weekly_report: reportText('Weekly report', 'week'),
  monthly_report: reportText('Monthly report', 'month'),
} as const satisfies Record<string, MailText>;
