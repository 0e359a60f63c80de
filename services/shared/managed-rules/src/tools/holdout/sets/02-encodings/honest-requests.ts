import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import { PLACES } from '../01-injections/places.ts';
import { ENCODING_TEXTS } from './honest-texts.ts';
import { ENCODING_PLACES } from './places.ts';
import { PROGRAM_REQUESTS } from './program-requests.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const FORM = 'application/x-www-form-urlencoded';
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const form = (fields: Readonly<Record<string, string>>, target?: string): HoldoutRequest =>
  bodyRequest(FORM, new URLSearchParams(fields).toString(), target);
const get = request;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Requests of pages and editors that are unusual in more than their texts. */
const WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'an order of a shop': form(
    {
      'billing[first_name]': "D'Arcy",
      'billing[address_1]': 'Flat 3/4, 12 "The Elms"',
      order_comments: 'Ring twice; the bell = broken -- thanks',
      'items[0][sku]': 'TEA-001/B',
      'items[0][qty]': '2',
      _wpnonce: 'a1b2c3d4e5',
      _wp_http_referer: '/checkout/?step=2&coupon=10%25',
    },
    '/?wc-ajax=checkout',
  ),
  'a report by its own query': form(
    {
      name: 'Revenue',
      sql: "SELECT date_trunc('month', placed_at) AS month, sum(total)\nFROM orders\nWHERE status = 'paid'\nGROUP BY 1\nORDER BY 1;",
    },
    '/reports',
  ),
  'a cell of a notebook': json(
    {
      cell_type: 'code',
      source: ['import pandas as pd\n', "df = pd.read_csv('data/sales.csv')\n", 'df.head()'],
    },
    '/api/contents/a.ipynb',
  ),
  'a comment on a change': json(
    {
      body: 'nit: `if (!user || user.id !== id) return null;`\n\n```suggestion\n  if (user?.id !== id) return null;\n```',
      path: 'src/../src/user.ts',
      line: 17,
      side: 'RIGHT',
    },
    '/repos/a/b/pulls/7/comments',
  ),
  'a page of blocks': json(
    {
      title: "What's new?",
      content:
        '<!-- wp:heading {"level":3,"style":{"typography":{"fontSize":"22px"}}} -->\n<h3 style="font-size:22px">Tips & tricks</h3>\n<!-- /wp:heading -->\n<!-- wp:code -->\n<pre class="wp-block-code"><code>npm install &amp;&amp; npm start</code></pre>\n<!-- /wp:code -->\n<!-- wp:embed {"url":"https://video.example/watch?v=abc\\u0026t=3","type":"video"} --><figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">https://video.example/watch?v=abc&amp;t=3</div></figure><!-- /wp:embed -->',
      status: 'publish',
    },
    '/wp-json/wp/v2/posts/7?_locale=user',
  ),
  'steps of an editor': json(
    {
      version: 17,
      steps: [
        { stepType: 'replace', from: 3, to: 5, slice: { content: [{ type: 'text', text: "it's <b>" }] } },
      ],
    },
    '/collab/7',
  ),
  'changes of a rich text': json(
    {
      ops: [
        { insert: 'Hello ' },
        { attributes: { bold: true, link: 'https://a.example/?q=1&r=2' }, insert: 'world' },
        { insert: '\n' },
      ],
    },
    '/notes/7',
  ),
  'a picture in a text': json({ avatar: `data:image/png;base64,${PIXEL}`, name: 'me.png' }, '/me'),
  'a picture in a form': form({ image: `data:image/png;base64,${PIXEL}`, crop: '0,0,100,100' }, '/me'),
  'GraphQL with a filter': json(
    {
      operationName: 'Search',
      query:
        'query Search($q: String!, $first: Int = 10, $where: ProductFilter) @cached(ttl: 60) {\n  search(query: $q, first: $first, where: $where) { edges { cursor node { __typename id ... on Product { title price { amount currency } } } } pageInfo { hasNextPage endCursor } }\n}',
      variables: {
        q: 'tea -green "loose leaf"',
        where: { price: { lt: 20 }, OR: [{ title_contains: "O'" }] },
      },
    },
    '/graphql',
  ),
  'GraphQL by address': get(
    `/graphql?query=${encodeURIComponent('{ shop { name products(first: 3, query: "tag:sale OR price:<10") { nodes { id } } } }')}&variables=%7B%7D&extensions=${encodeURIComponent('{"persistedQuery":{"version":1,"sha256Hash":"ecf4edb4"}}')}`,
  ),
  'a mutation': json(
    {
      query: 'mutation($input: CommentInput!) { addComment(input: $input) { id } }',
      variables: { input: { body: "I'd drop it; select another -- or don't :)", postId: 'UG9zdDo3' } },
    },
    '/graphql',
  ),
  'an answer of SAML': form(
    {
      SAMLResponse: base64(
        '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_7" InResponseTo="_6" IssueInstant="2026-11-25T09:00:00Z" Version="2.0"><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">o\'brien@example.org</saml:NameID></saml:Subject><saml:AttributeStatement><saml:Attribute Name="http://schemas.xmlsoap.org/claims/Group"><saml:AttributeValue>Admins &amp; Staff</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>',
      ),
      RelayState: 'https://shop.example/account?tab=orders#7',
    },
    '/saml/acs',
  ),
  'a request of SAML': get(
    '/sso?SAMLRequest=fZJNT8MwDIb%2FSpV7m7brxhatlQYTYhIf1Vo4cEEhdbdIbVLilME%2Fp2yAxmVHO7ZfP%2B88R9E0HV%2F2bqs38NYDOm%2FfNhr54SMhvdXcCFTItWgBuZO8WN7d8jgIeWeNM9I0xFsiguVQ%3D&RelayState=ss%3Amem%3Aab12',
  ),
  'a return of OAuth': get(
    '/oauth/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj.eyJyIjoiL2FjY291bnQifQ&iss=https%3A%2F%2Faccounts.example.org&session_state=9b2~x',
  ),
  'an exchange of OAuth': form(
    {
      grant_type: 'authorization_code',
      code: '4/0AeaYSHB-x_Y',
      redirect_uri: 'https://app.example/cb?x=1',
      client_secret: "s3cr%t'+/=",
      code_verifier: 'dBjftJeZ4CVP-mBULMd8E~wQ.x_Y',
    },
    '/token',
  ),
  'an assertion of a client': form(
    {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{"iss":"app","aud":"https://id.example/token","jti":"a-1"}').toString('base64url')}.c2lnbmF0dXJl`,
    },
    '/token',
  ),
  'a link of a newsletter': get(
    '/sale?utm_source=newsletter&utm_medium=email&utm_campaign=Spring%20%26%20Summer%20%2726&utm_content=btn--top%7Cv2&mc_eid=a1b2c3&_hsenc=p2ANqtz-9a_b&fbclid=IwAR2x',
  ),
  'a link of an advertisement': get(
    '/?gad_source=1&gclid=Cj0KCQiA_qG5BhDTARIsAA0UHSK-x_Y&keyword=%2Btea%20%2Bloose&matchtype=e&device=c&loc=9043,1003854&network=g&placement=',
  ),
  'a beacon': get(
    `/collect?v=2&tid=G-ABC&_p=17&cid=1.2&ul=de-de&sr=1920x1080&dl=${encodeURIComponent('https://shop.example/?q=a&b=c')}&dt=${encodeURIComponent("Tea & more | O'Neil's")}&en=page_view&ep.path=%2Fa&_s=1&sct=2&uaa=x86&uafvl=${encodeURIComponent('Chromium;131.0.1|Not_A Brand;24.0')}`,
  ),
  'cookies of analytics': get('/', [
    'Cookie',
    '_ga=GA1.2.1234567.1690000000; _ga_ABC123=GS1.1.1690000000.5.1.1690000100.60.0.0; _gcl_au=1.1.17.16; _fbp=fb.1.1690.17; _hjSessionUser_1=eyJpZCI6ImExIiwiY3JlYXRlZCI6MTY5MDAwfQ==; _uetsid=a1b2c3; ajs_user_id=%22u-7%22; intercom-session-x=eHl6',
  ]),
  'cookies of consent': get('/', [
    'Cookie',
    'OptanonConsent=isGpcEnabled=0&datestamp=Wed+Nov+25+2026+09%3A00%3A00+GMT%2B0100+(Central+European+Time)&version=6.33.0&groups=C0001%3A1%2CC0002%3A0&AwaitingReconsent=false; CookieConsent={stamp:%27a+b/c==%27%2Cnecessary:true%2Cpreferences:false%2Cver:1}; euconsent-v2=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA; eupubconsent=; cmapi_cookie_privacy=permit 1,2,3',
  ]),
  'cookies of sessions': get('/', [
    'Cookie',
    'PHPSESSID=q1w2e3; XSRF-TOKEN=eyJpdiI6IkEiLCJ2YWx1ZSI6IkIifQ%3D%3D; connect.sid=s%3Aabc-_.x%2By%2Fz; wordpress_logged_in_ab=jane%7C1790000000%7Cabc; cart=[{%22id%22:7%2C%22n%22:2}]; last="/a?b=1&c=2"; lang=de-DE; geo="52.5,13.4"',
  ]),
};

/** Where people send texts: of the set `injections`'s places and of the further ones. */
export const TEXT_PLACES = {
  form: PLACES.form,
  JSON: PLACES.JSON,
  query: PLACES.query,
  'field of a part': PLACES['field of a part'],
  'variable of GraphQL': ENCODING_PLACES['variable of GraphQL'],
  'JSON in a form': ENCODING_PLACES['JSON in a form'],
  XML: PLACES.XML,
} as const;

/** Each everyday text in each place where people send texts, and the unusual requests. */
export const ENCODING_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(ENCODING_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(TEXT_PLACES).map(([place, send]) => [`${place}: ${text.slice(0, 90)}`, send(text)]),
    ),
  ...Object.entries(WHOLE),
  ...Object.entries(PROGRAM_REQUESTS),
]);
