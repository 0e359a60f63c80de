// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs send it
import {
  browser,
  browserForm,
  client,
  clientForm,
  clientJson,
  get,
  noise,
  token,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const HEX = noise(32, 'digest').toString('hex');
const ID_TOKEN = token(
  { alg: 'RS256', kid: 'a1', typ: 'JWT' },
  {
    iss: 'https://id.shop.example',
    sub: '7',
    aud: 'web',
    name: "Seán O'Brien",
    picture: 'https://cdn.shop.example/7.png?s=96&v=2',
  },
);
const SAML = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_8e8d" Version="2.0" IssueInstant="2026-11-27T08:00:00Z" Destination="https://shop.example/saml/acs"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example/metadata</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_d71a"><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:Reference URI="#_d71a"><ds:DigestValue>${noise(32).toString('base64')}</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>${noise(256).toString('base64')}</ds:SignatureValue></ds:Signature><saml:AttributeStatement><saml:Attribute Name="cn"><saml:AttributeValue>Müller &amp; O'Hara</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`;
const event = (type: string, object: object): HoldoutRequest =>
  clientJson(
    '/webhooks/payments',
    {
      id: 'evt_1Q',
      object: 'event',
      api_version: '2026-10-01',
      type,
      data: { object },
      livemode: true,
      request: { id: null, idempotency_key: '8a7f-11' },
    },
    'Stripe-Signature',
    `t=1764230400,v1=${HEX}`,
  );
const forge = (name: string, document: object): HoldoutRequest =>
  clientJson(
    '/webhooks/forge',
    document,
    'X-GitHub-Event',
    name,
    'X-Hub-Signature-256',
    `sha256=${HEX}`,
    'User-Agent',
    'GitHub-Hookshot/044aadd',
  );
const slack = (payload: object): HoldoutRequest =>
  clientForm(
    '/slack/events',
    { payload: JSON.stringify(payload) },
    'X-Slack-Signature',
    `v0=${HEX}`,
    'X-Slack-Request-Timestamp',
    '1764230400',
  );
const activity = (document: object): HoldoutRequest =>
  client(
    'POST',
    '/users/ann/inbox',
    [
      'Content-Type',
      'application/activity+json',
      'Signature',
      `keyId="https://social.example/users/bob#main-key",algorithm="rsa-sha256",headers="(request-target) host date digest",signature="${noise(64).toString('base64')}"`,
      'Digest',
      `SHA-256=${noise(32).toString('base64')}`,
    ],
    JSON.stringify({ '@context': 'https://www.w3.org/ns/activitystreams', ...document }),
  );
const matrix = (type: string, content: object): HoldoutRequest =>
  client(
    'PUT',
    `/_matrix/client/v3/rooms/!abc%3Ashop.example/send/${type}/m1764230400.1`,
    ['Content-Type', 'application/json', 'Authorization', 'Bearer syt_YW5u_abc'],
    JSON.stringify(content),
  );
const dav = (method: string, target: string, body: string, ...headers: string[]): HoldoutRequest =>
  client(
    method,
    target,
    ['Content-Type', 'application/xml; charset=utf-8', ...headers],
    `<?xml version="1.0" encoding="utf-8"?>${body}`,
  );

/** Of the set `odd-bodies`: webhooks, single sign-on, federated servers, calendars and stores of files. */
export const HOOKS_AND_LOGINS: Readonly<Record<string, HoldoutRequest>> = {
  'payment: succeeded': event('payment_intent.succeeded', {
    id: 'pi_3',
    amount: 4200,
    currency: 'chf',
    description: "Order 4711 – O'Neill & Söhne",
    metadata: { 'utm.source': 'newsletter', note: 'gift; please wrap' },
    charges: { data: [{ outcome: { seller_message: 'Payment complete.' } }] },
  }),
  'payment: failed': event('charge.failed', {
    failure_message: "Your card's security code is incorrect.",
    billing_details: { name: "D'Arcy <no reply>", address: { line1: "1 Rue de l'Église" } },
  }),
  'payment: PayPal': clientJson('/webhooks/paypal', {
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    summary: 'Payment completed for $ 30.0 USD',
    resource: {
      links: [{ href: 'https://api.paypal.example/v2/payments/captures/4', rel: 'self', method: 'GET' }],
    },
  }),
  'forge: a push': forge('push', {
    ref: 'refs/heads/main',
    before: HEX.slice(0, 40),
    commits: [
      {
        message: "Don't select all rows; use LIMIT\n\nFixes #12 (drop table cache on logout)",
        author: { name: "Conan O'Brien" },
        added: ['.github/workflows/ci.yml', 'src/../README.md'],
        modified: ['.env.example'],
      },
    ],
  }),
  'forge: an issue': forge('issues', {
    action: 'opened',
    issue: {
      title: 'XSS in comments?',
      body: 'Steps:\r\n1. Write a comment with a script tag\r\n2. Save\r\n\r\nExpected: it is shown as text. The tag is shown as `&lt;script&gt;`, so this works, but bold does not.',
    },
  }),
  'forge: a review': forge('pull_request_review_comment', {
    action: 'created',
    comment: {
      diff_hunk:
        '@@ -1,4 +1,4 @@\n-const q = `SELECT * FROM t WHERE id=${id}`;\n+const q = sql`SELECT * FROM t WHERE id=${id}`;',
      body: 'Much better, thanks!',
      path: 'src/db.ts',
    },
  }),
  'forge: a job': forge('workflow_job', {
    action: 'completed',
    workflow_job: {
      name: 'test (ubuntu-latest, 24)',
      steps: [
        { name: 'Run npm ci && npm test -- --ci', status: 'completed', conclusion: 'success', number: 3 },
        { name: 'Run if [ -f .env ]; then cat .env.example; fi', number: 4 },
      ],
    },
  }),
  'forge: GitLab': clientJson(
    '/webhooks/gitlab',
    {
      object_kind: 'pipeline',
      object_attributes: { ref: 'feature/union-select', variables: [{ key: 'DEPLOY_ENV', value: 'prod' }] },
      commit: { message: "Merge branch 'fix' into 'main'\n\nSee merge request shop!7" },
    },
    'X-Gitlab-Event',
    'Pipeline Hook',
  ),
  'chat: a message': clientJson('/slack/events', {
    type: 'event_callback',
    event: {
      type: 'message',
      text: 'deploy failed: <https://ci.shop.example/j/7|job 7> &amp; <@U012> please look; `exit 1`',
      blocks: [
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: "it's <broken>" }] }],
        },
      ],
    },
  }),
  'chat: a button': slack({
    type: 'block_actions',
    user: { username: "o'neil" },
    actions: [{ action_id: 'approve', value: 'order=7&state=ok' }],
    response_url: 'https://hooks.slack.example/actions/T0/1/x',
  }),
  'chat: a command': clientForm('/slack/commands', {
    token: 'abc',
    team_domain: 'shop',
    command: '/deploy',
    text: "web1 --force && tell 'em",
    response_url: 'https://hooks.slack.example/commands/1',
  }),
  'chat: Teams': clientJson('/webhooks/teams', {
    '@type': 'MessageCard',
    '@context': 'http://schema.org/extensions',
    summary: 'Build',
    sections: [
      { activityTitle: '**Build 7** failed in `npm test`', facts: [{ name: 'Branch', value: 'fix/<id>' }] },
    ],
  }),
  'chat: Telegram': clientJson('/bot', {
    update_id: 1,
    message: {
      text: "/start ref_7; what's new?",
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
      from: { first_name: 'Zoë "Z"' },
    },
  }),
  'mail: bounces': clientJson('/webhooks/mail', [
    {
      event: 'bounce',
      email: "o'brien@shop.example",
      reason:
        "550 5.1.1 <o'brien@shop.example>: Recipient address rejected: User unknown in virtual mailbox table",
      'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
    },
  ]),
  'mail: SNS': client(
    'POST',
    '/sns',
    ['Content-Type', 'text/plain; charset=UTF-8', 'x-amz-sns-message-type', 'Notification'],
    JSON.stringify({
      Type: 'Notification',
      Message: JSON.stringify({ Records: [{ s3: { object: { key: 'a+b/It%27s.pdf' } } }] }),
      SignatureVersion: '1',
      UnsubscribeURL: 'https://sns.eu.example/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:eu:1:x',
    }),
  ),
  'voice: Twilio': clientForm('/twilio', {
    Body: "Yes! I'll be there @ 5 & bring <3",
    From: '+41791234567',
    NumMedia: '0',
    AccountSid: 'AC1',
  }),
  'shop: Shopify': clientJson(
    '/webhooks/shopify',
    {
      id: 8,
      note: 'Please leave at the door; ring twice',
      line_items: [
        { title: 'T-shirt "Select * from coffee"', properties: [{ name: 'Engraving', value: "L'amour <3" }] },
      ],
      landing_site: '/?utm_source=x&gclid=1',
    },
    'X-Shopify-Hmac-Sha256',
    noise(32).toString('base64'),
  ),
  'calendar: Calendly': clientJson('/webhooks/calendly', {
    event: 'invitee.created',
    payload: {
      questions_and_answers: [
        { question: 'Anything else?', answer: "We'd like to talk about SQL and (maybe) C#" },
      ],
    },
  }),
  'alerts: Alertmanager': clientJson('/webhooks/alerts', {
    version: '4',
    groupKey: '{}/{severity="page"}:{alertname="Down"}',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'Down' },
        annotations: { summary: 'up == 0 for 5m' },
        generatorURL: 'http://prometheus:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=1',
      },
    ],
  }),
  'alerts: PagerDuty': clientJson('/v2/enqueue', {
    routing_key: 'R0',
    event_action: 'trigger',
    payload: {
      summary: 'DISK > 90% on web1:/var/log',
      source: 'web1',
      severity: 'critical',
      custom_details: { command: 'df -h | tail -n +2' },
    },
  }),
  'sign-in: begins': get('/authorize', {
    response_type: 'code',
    client_id: 'web',
    redirect_uri: 'https://app.shop.example/cb?from=mail',
    scope: 'openid email offline_access',
    state: base64('{"r":"/cart?a=1&b=2"}'),
    nonce: 'n-0S6',
    code_challenge: noise(32).toString('base64url'),
    code_challenge_method: 'S256',
    claims: '{"id_token":{"email":{"essential":true}}}',
    prompt: 'login',
    login_hint: "o'brien@shop.example",
  }),
  'sign-in: comes back': browserForm('/signin-oidc', {
    code: '4/0AX4XfWh-_abc',
    id_token: ID_TOKEN,
    state: `CfDJ8${noise(48).toString('base64url')}`,
    session_state: 'a.b',
  }),
  'sign-in: a token is fetched': client(
    'POST',
    '/oauth/token',
    ['Authorization', `Basic ${base64('web:s3cr=t&x')}`, 'Content-Type', 'application/x-www-form-urlencoded'],
    'grant_type=authorization_code&code=4%2F0AX4&redirect_uri=https%3A%2F%2Fapp.shop.example%2Fcb&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ),
  'sign-in: a device': clientForm('/oauth/device', {
    client_id: 'tv',
    scope: 'openid profile https://api.shop.example/read',
  }),
  'sign-in: an assertion': clientForm('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: ID_TOKEN,
  }),
  'sign-in: an error': get('/cb', {
    error: 'access_denied',
    error_description: "The user's session has ended; please sign in (AADSTS50105)",
    state: 'x',
  }),
  'sign-in: Apple': browserForm('/callback', {
    code: 'c1',
    user: '{"name":{"firstName":"Seán","lastName":"O\'Brien"},"email":"x@privaterelay.example"}',
  }),
  'sign-in: SAML': browserForm('/saml/acs', {
    SAMLResponse: base64(SAML),
    RelayState: 'https://shop.example/account?tab=1&x=2',
  }),
  'sign-in: a request of SAML': get('/saml/sso', {
    SAMLRequest: base64(
      '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" AssertionConsumerServiceURL="https://shop.example/saml/acs"/>',
    ),
    SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  }),
  'sign-in: a passkey': browser(
    'POST',
    '/webauthn/finish',
    ['Content-Type', 'application/json'],
    JSON.stringify({
      id: noise(32).toString('base64url'),
      response: {
        clientDataJSON: Buffer.from(
          '{"type":"webauthn.get","challenge":"abc","origin":"https://shop.example"}',
        ).toString('base64url'),
        authenticatorData: noise(64).toString('base64url'),
        signature: noise(72).toString('base64url'),
      },
    }),
  ),
  'sign-in: a password of signs': browserForm('/login', { user: 'ann', password: 'x;K<9}&|q"^%7$(Lp' }),
  'sign-in: a password of words': browserForm('/login', {
    user: 'ann',
    password: "correct horse; battery or 'staple'",
  }),
  'federation: a note': activity({
    type: 'Create',
    actor: 'https://social.example/users/bob',
    object: {
      type: 'Note',
      content:
        '<p>TIL: <code>git rebase -i --autosquash</code> <span class="h-card"><a href="https://shop.example/@ann" class="u-url mention">@<span>ann</span></a></span> it\'s great &amp; <a href="https://x.example/?a=1&amp;b=2" rel="nofollow noopener" target="_blank"><span class="invisible">https://</span>x.example</a></p>',
      tag: [{ type: 'Mention', href: 'https://shop.example/users/ann' }],
    },
  }),
  'federation: a note on SQL': activity({
    type: 'Create',
    actor: 'https://social.example/users/eve',
    object: {
      type: 'Note',
      content:
        '<p>Hot take: ORMs are fine until you need a LEFT JOIN, and then you write SQL anyway.<br />SELECT happiness FROM life; -- 0 rows</p>',
    },
  }),
  'federation: a like': activity({
    type: 'Like',
    id: 'https://social.example/users/bob#likes/7',
    actor: 'https://social.example/users/bob',
    object: 'https://shop.example/users/ann/statuses/11',
  }),
  'federation: WebFinger': client('GET', '/.well-known/webfinger?resource=acct:ann@shop.example', [
    'Accept',
    'application/jrd+json',
  ]),
  'rooms: a message': matrix('m.room.message', {
    msgtype: 'm.text',
    body: "try `rm -r node_modules` & npm i; it's the cache",
    format: 'org.matrix.custom.html',
    formatted_body: "try <code>rm -r node_modules</code> &amp; npm i; it's the cache",
  }),
  'rooms: an answer': matrix('m.room.message', {
    msgtype: 'm.text',
    body: '> <@bob:shop.example> where?\n\nin /etc/hosts, I think',
    format: 'org.matrix.custom.html',
    formatted_body:
      '<mx-reply><blockquote><a href="https://matrix.to/#/!abc:shop.example/$e">In reply to</a> <a href="https://matrix.to/#/@bob:shop.example">@bob:shop.example</a><br>where?</blockquote></mx-reply>in /etc/hosts, I think',
    'm.relates_to': { 'm.in_reply_to': { event_id: '$e' } },
  }),
  'rooms: encrypted': matrix('m.room.encrypted', {
    algorithm: 'm.megolm.v1.aes-sha2',
    ciphertext: noise(400).toString('base64').replaceAll('=', ''),
    sender_key: noise(32).toString('base64'),
    session_id: 'x',
    device_id: 'ABC',
  }),
  'rooms: a filter': client(
    'GET',
    `/_matrix/client/v3/sync?filter=${encodeURIComponent('{"room":{"timeline":{"limit":20},"state":{"lazy_load_members":true}}}')}&timeout=30000&since=s1_2_3`,
    [],
  ),
  'CalDAV: a report': dav(
    'REPORT',
    '/dav/calendars/ann/work/',
    '<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="20261101T000000Z" end="20261201T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>',
    'Depth',
    '1',
  ),
  'CalDAV: an event': client(
    'PUT',
    '/dav/calendars/ann/work/7.ics',
    ['Content-Type', 'text/calendar; charset=utf-8', 'If-None-Match', '*'],
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Apple Inc.//macOS 15.1//EN\r\nBEGIN:VEVENT\r\nUID:7@shop.example\r\nDTSTART;TZID=Europe/Zurich:20261201T090000\r\nSUMMARY:Lunch at Joe\'s\\; bring $20 & the key\r\nDESCRIPTION:Agenda:\\n- SQL course (select\\, join\\, union)\\n- <https://meet.example/x?a=1&b=2>\r\nATTENDEE;CN="O\'Brien, C.";PARTSTAT=ACCEPTED:mailto:c@shop.example\r\nRRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270101T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ),
  'CardDAV: a card': client(
    'PUT',
    '/dav/addressbooks/ann/7.vcf',
    ['Content-Type', 'text/vcard; charset=utf-8'],
    `BEGIN:VCARD\r\nVERSION:3.0\r\nN:O'Brien;Conan;;;\r\nFN:Conan O'Brien\r\nORG:R&D \\; Sales\r\nTEL;TYPE=CELL:+41 79 123 45 67\r\nNOTE:Likes <b>bold</b> claims\\; and cats\r\nPHOTO;ENCODING=b;TYPE=JPEG:${noise(300).toString('base64')}\r\nEND:VCARD\r\n`,
  ),
  'WebDAV: properties': dav(
    'PROPFIND',
    '/remote.php/dav/files/ann/It%27s%20mine%20%26%20yours/',
    '<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:getlastmodified/><oc:id/><oc:size/></d:prop></d:propfind>',
    'Depth',
    '1',
  ),
  'WebDAV: a move': client('MOVE', '/remote.php/dav/files/ann/a%20(1).txt', [
    'Destination',
    'https://shop.example/remote.php/dav/files/ann/old/a%20%5B1%5D.txt',
    'Overwrite',
    'F',
  ]),
  'WebDAV: a lock': dav(
    'LOCK',
    '/docs/plan.docx',
    '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>DOMAIN\\ann</D:href></D:owner></D:lockinfo>',
    'Timeout',
    'Second-3600',
  ),
  'WebDAV: a search': dav(
    'SEARCH',
    '/remote.php/dav/',
    '<d:searchrequest xmlns:d="DAV:"><d:basicsearch><d:select><d:prop><d:displayname/></d:prop></d:select><d:from><d:scope><d:href>/files/ann</d:href><d:depth>infinity</d:depth></d:scope></d:from><d:where><d:like><d:prop><d:displayname/></d:prop><d:literal>%plan%</d:literal></d:like></d:where></d:basicsearch></d:searchrequest>',
  ),
  'files: a signed address': client(
    'GET',
    `/bucket/Reports/Q3%20%28final%29%20%26%20more.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F20261127%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20261127T080000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&response-content-disposition=attachment%3B%20filename%3D%22It%27s%20Q3.pdf%22&X-Amz-Signature=${HEX}`,
    [],
  ),
  'files: a policy': browserForm('/bucket', {
    key: 'uploads/${filename}',
    policy: base64(
      '{"expiration":"2026-11-28T00:00:00Z","conditions":[["starts-with","$key","uploads/"],["content-length-range",0,10485760]]}',
    ),
    'x-amz-signature': HEX,
  }),
  'files: parts are joined': client(
    'POST',
    '/bucket/a.iso?uploadId=VXBsb2Fk',
    ['Content-Type', 'application/xml'],
    '<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Part><PartNumber>1</PartNumber><ETag>&quot;a54357aff0632cce46d942af68356b38&quot;</ETag></Part></CompleteMultipartUpload>',
  ),
  'files: many are deleted': client(
    'POST',
    '/bucket?delete',
    ['Content-Type', 'application/xml'],
    "<Delete><Object><Key>a/../b's.txt</Key></Object><Object><Key>logs/2026-11-27/*.gz</Key></Object><Quiet>true</Quiet></Delete>",
  ),
  'files: a signed address of Azure': get('/container/a.csv', {
    sv: '2024-11-04',
    ss: 'b',
    se: '2026-12-01T00:00:00Z',
    sp: 'rl',
    sig: noise(32).toString('base64'),
    rscd: 'attachment; filename="a;b.csv"',
  }),
};
