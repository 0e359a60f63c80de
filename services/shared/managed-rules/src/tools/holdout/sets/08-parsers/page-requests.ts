// biome-ignore-all lint/suspicious/noTemplateCurlyInString: clients send it
import {
  browser,
  browserForm,
  browserJson,
  browserParts,
  client,
  clientJson,
  formBody,
  get,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const pm = (content: unknown[]): unknown => ({ type: 'doc', content });
const line = (text: string, ...marks: unknown[]): unknown => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
});
const trpc = (path: string, document: unknown): HoldoutRequest =>
  browserJson(`/api/trpc/${path}?batch=1`, document, 'x-trpc-source', 'nextjs-react');
const gutenberg = (content: string): HoldoutRequest =>
  browserJson(
    '/wp-json/wp/v2/posts/412?_locale=user',
    { id: 412, title: 'Autumn', content, status: 'draft' },
    'X-WP-Nonce',
    '3f0a9b2c1d',
    'X-HTTP-Method-Override',
    'PUT',
  );
const SNAPSHOT = JSON.stringify({
  data: { search: "O'Brien", filters: [{ min: 0, max: 100 }, { s: 'arr' }], page: null },
  memo: {
    id: 'kZ1x',
    name: 'orders.table',
    path: 'orders',
    method: 'GET',
    children: [],
    errors: [],
    locale: 'en',
  },
  checksum: 'f5b0c7f1c0c7ab2d41c6e39e8e4e7f1bd1e53a2b6c7c30a0d4b53b3c1a9d0e77',
});

/** Of the set `parsers`: what pages, their frameworks and their editors send; written before any rule was tried on it. */
export const PAGE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'Next: an action with an object': browser(
    'POST',
    '/checkout?step=2',
    [
      'Accept',
      'text/x-component',
      'Next-Action',
      '40f1c3a8b2e6d9075f4a1c3e8b7d6052941f8e3ac7',
      'Next-Router-State-Tree',
      '%5B%22%22%2C%7B%22children%22%3A%5B%22(shop)%22%2C%7B%22children%22%3A%5B%22checkout%22%2C%7B%22children%22%3A%5B%22__PAGE__%3F%7B%5C%22step%5C%22%3A%5C%222%5C%22%7D%22%2C%7B%7D%5D%7D%5D%7D%2Cnull%2Cnull%2Ctrue%5D%7D%5D',
      'Content-Type',
      'text/plain;charset=UTF-8',
    ],
    '[{"name":"Zoë <3 O\'Hara","lines":["$undefined",{"id":"$n12","at":"$D2026-11-27T10:00:00.000Z"}]},"$undefined"]',
  ),
  'Next: an action with a form': browserParts(
    '/posts/new',
    [
      { name: '1_$ACTION_REF_1', content: '' },
      { name: '1_$ACTION_1:0', content: '{"id":"60c5d2","bound":"$@1"}' },
      { name: '1_$ACTION_1:1', content: '[{"ok":true,"message":"$undefined"}]' },
      { name: '1_$ACTION_KEY', content: 'k1893745' },
      { name: '1_title', content: 'Select a seat & win' },
      { name: '0', content: '["$K1",{"errors":"$Q2"}]' },
    ],
    'Next-Action',
    '60c5d2',
  ),
  'Next: a payload asked for': browser('GET', '/shop/%5Bslug%5D?_rsc=1ld0r', [
    'RSC',
    '1',
    'Next-Url',
    '/shop/(.)item',
    'Next-Router-Prefetch',
    '1',
    'Next-Router-Segment-Prefetch',
    '/_tree',
  ]),
  'Next: a picture': get('/_next/image', { url: 'https://cdn.example/a b/c.jpg?w=1&h=2', w: '640', q: '75' }),
  'Next: data of a page': get('/_next/data/Kx3_a-9/en/shop/%5B...slug%5D.json', { slug: 'a/b' }),
  'Next: a file of parts': browser('GET', '/_next/static/chunks/app/%5Blocale%5D/(auth)/login/page-8f1.js'),
  'Remix: data of a route': get('/items.data', { _routes: 'routes/items.$id,root' }),
  'Remix: a form': browserForm('/items/7?index', { _action: 'update', 'tags[]': 'R&D', note: 'a; b' }),
  'SvelteKit: an action': browserForm(
    '/login?/register',
    { name: 'Ana', pass: 'x\';--"&<3' },
    'x-sveltekit-action',
    'true',
  ),
  'Nuxt: a payload': get('/de/blog/_payload.json', { '1a2b': '' }),
  'Astro: an action': browserJson('/_actions/newsletter.subscribe/', { email: "o'brien+news@mail.example" }),
  'Qwik: a call': browser(
    'POST',
    '/?qfunc=s_5fYbrS6ABNA',
    ['Content-Type', 'application/qwik-json', 'X-QRL', 's_5fYbrS6ABNA'],
    '{"_entry":"2","_objs":["\\u00025_#s_5fYbrS6ABNA",["0","3"],"a<b && c>d",["1"]]}',
  ),
  'SolidStart: a call': browser(
    'POST',
    '/_server/?id=c1a2&name=/src/routes/index.tsx',
    ['Content-Type', 'text/plain', 'X-Server-Id', 'c1a2#$$function0'],
    '{"t":{"t":9,"i":0,"l":1,"a":[{"t":1,"s":"hello; world"}],"o":0},"f":31,"m":[]}',
  ),
  'tRPC: a batch': trpc('post.list,user.me,cart.get', {
    0: { json: { q: 'union jack', cursor: null }, meta: { values: { cursor: ['undefined'] } } },
    1: { json: null },
    2: { json: { id: "a'b" } },
  }),
  'tRPC: a batch by GET': get('/api/trpc/a.b,c.d', {
    batch: '1',
    input:
      '{"0":{"json":{"text":"x && y || z","at":null},"meta":{"values":{"at":["undefined"]}}},"1":{"json":{"where":{"or":[1,2]}}}}',
  }),
  'tRPC: a mutation with Markdown': trpc('doc.save', {
    0: {
      json: {
        body: '# Ways\n\n- `SELECT 1`\n- <kbd>Ctrl</kbd>+<kbd>C</kbd>\n\n```js\nawait db.query("select * from t where id = $1", [id]);\n```\n',
      },
    },
  }),
  'Livewire: an update': browserJson(
    '/livewire/update',
    {
      _token: 'aB3',
      components: [
        {
          snapshot: SNAPSHOT,
          updates: { search: "d'or & cie", 'filters.0.min': '5' },
          calls: [
            { path: '', method: '__dispatch', params: ['saved', { id: 3 }] },
            { path: '', method: '$refresh', params: [] },
          ],
        },
      ],
    },
    'X-Livewire',
    '',
  ),
  'Livewire: an upload is signed': browserParts('/livewire/upload-file?expires=1764236600&signature=9c1f', [
    {
      name: 'files[0]',
      file: "Mom's photo (1).JPG",
      type: 'image/jpeg',
      content: Buffer.from('ffd8ffe000104a464946', 'hex'),
    },
  ]),
  'LiveView: a socket': get(
    '/live/websocket',
    {
      _csrf_token: 'Ng0NPwY1',
      '_track_static[0]': 'https://shop.example/assets/app.css?vsn=d',
      _mounts: '0',
      _live_referer: 'undefined',
      vsn: '2.0.0',
    },
    'Upgrade',
    'websocket',
    'Connection',
    'Upgrade',
    'Sec-WebSocket-Key',
    'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version',
    '13',
  ),
  'LiveView: an event by polling': browser(
    'POST',
    '/live/longpoll?vsn=2.0.0&token=SFMyNTY.g2gDaAJhBXQ',
    ['Content-Type', 'application/x-ndjson'],
    '["4","9","lv:phx-F9","event",{"type":"form","event":"validate","value":"user%5Bname%5D=O%27Brien%20%26%20Sons&user%5Bage%5D=%3C+40&_target=user%5Bname%5D"}]\n',
  ),
  'Hotwire: a frame': browser('GET', '/messages?page=2', [
    'Accept',
    'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
    'Turbo-Frame',
    'messages_list',
    'X-Turbo-Request-Id',
    'b3f1a3f2',
  ]),
  'Hotwire: a form of Rails': browserForm('/orders/4', [
    ['_method', 'patch'],
    ['authenticity_token', 'x0+/a9==_-'],
    ['order[lines_attributes][0][id]', '7'],
    ['order[lines_attributes][0][_destroy]', 'false'],
    ['order[lines_attributes][1764233][note]', '2 for 1; "fresh" & <cold>'],
    ['order[tag_ids][]', ''],
    ['order[tag_ids][]', '4'],
    ['commit', 'Update Order'],
  ]),
  'Rails: a page of Trix': browserForm('/posts', {
    'post[body]':
      '<div>Dear all,<br><br>the <strong>union</strong> has <em>selected</em> a table.<br><action-text-attachment sgid="BAh7CEkiCGdpZAY6BkVU--a1" content-type="image/png" url="https://shop.example/rails/a.png" filename="a.png" width="100" presentation="gallery"></action-text-attachment></div>',
  }),
  'Rails: a direct upload': browserJson(
    '/rails/active_storage/direct_uploads',
    {
      blob: {
        filename: 'Ärger & Co. (v2).pdf',
        content_type: 'application/pdf',
        byte_size: 10240,
        checksum: 'Zm9v+/YmFyYmF6cXV4MTI==',
      },
    },
    'X-CSRF-Token',
    'u8+/==',
  ),
  'Django: a page of the admin': browserForm(
    '/admin/shop/product/12/change/?_changelist_filters=q%3Dtea%26o%3D-2.1',
    [
      ['csrfmiddlewaretoken', 'aB'],
      ['name', "Children's tea (50%)"],
      ['variants-TOTAL_FORMS', '2'],
      ['variants-INITIAL_FORMS', '1'],
      ['variants-MIN_NUM_FORMS', '0'],
      ['variants-0-id', '9'],
      ['variants-0-price', '9.90'],
      ['variants-__prefix__-price', ''],
      ['_continue', 'Save and continue editing'],
    ],
  ),
  'Django: filters of the admin': get('/admin/auth/user/', {
    q: "o'",
    is_staff__exact: '1',
    date_joined__gte: '2026-01-01 00:00:00+01:00',
    groups__isnull: 'True',
    e: '1',
  }),
  'Django: a history': get('/api/orders/', {
    created__range: '2026-01-01,2026-02-01',
    name__icontains: 'select',
    ordering: '-created,name',
    total__gt: '10',
  }),
  'Laravel: a filter': get(
    '/orders',
    {
      'filter[status]': 'open,paid',
      'filter[name]': "d'Or",
      sort: '-created_at',
      include: 'lines.product',
      'fields[orders]': 'id,total',
    },
    'X-Inertia',
    'true',
    'X-Inertia-Version',
    '6b3f',
    'X-XSRF-TOKEN',
    'eyJpdiI6Ik1uQT09IiwidmFsdWUiOiJhYiIsIm1hYyI6ImZmIn0=',
  ),
  'Laravel Nova: a save': browserParts('/nova-api/posts/5?editing=true&editMode=update', [
    { name: 'title', content: 'Why <b> is bold' },
    { name: 'rules', content: '[["required","string","max:255"],["regex:/^[a-z]+$/i"]]' },
    { name: '_method', content: 'PUT' },
    { name: '_retrieved_at', content: '1764233000' },
  ]),
  'Filament: a table': browserJson('/livewire/update', {
    components: [
      {
        snapshot: SNAPSHOT,
        updates: { 'tableFilters.created_at.from': '2026-01-01', tableSearch: 'and 1' },
        calls: [{ path: '', method: 'mountTableAction', params: ['delete', '7'] }],
      },
    ],
  }),
  'Blazor: a start': browser(
    'POST',
    '/_blazor/negotiate?negotiateVersion=1',
    [
      'X-SignalR-User-Agent',
      'Microsoft SignalR/9.0 (9.0.1; Unknown OS; Browser; Unknown Runtime Version)',
      'X-Requested-With',
      'XMLHttpRequest',
    ],
    '',
  ),
  'SignalR: a message': browser(
    'POST',
    '/hub?id=Xk3-_a',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    '{"arguments":["it\'s 5 > 3; ok?",{"a":[1,2]}],"invocationId":"3","target":"Send","type":1}\u001e',
  ),
  'Socket.IO: a message by polling': browser(
    'POST',
    '/socket.io/?EIO=4&transport=polling&t=P4zA3b1&sid=kx-3_',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    '42["chat",{"to":"#general","text":"brb <3 && gg"}]\u001e3',
  ),
  'Meteor: a call': browser(
    'POST',
    '/sockjs/641/a1b2c3/xhr_send',
    ['Content-Type', 'text/plain'],
    '["{\\"msg\\":\\"method\\",\\"id\\":\\"4\\",\\"method\\":\\"tasks.find\\",\\"params\\":[{\\"done\\":{\\"$ne\\":true},\\"owner\\":{\\"$in\\":[\\"a\\",\\"b\\"]}}]}"]',
  ),
  'Wicket: a click': get(
    '/app/wicket/page',
    { '3-1.-form-save': '', 'wicket-ajax': 'true' },
    'Wicket-Ajax',
    'true',
    'Wicket-Ajax-BaseURL',
    'wicket/page?3',
    'Wicket-FocusedElementId',
    'id1a',
  ),
  'Vaadin: a call': browserJson('/?v-r=uidl&v-uiId=0', {
    csrfToken: '8a',
    rpc: [
      { type: 'mSync', node: 7, feature: 1, property: 'value', value: "d'accord <ok>" },
      { type: 'event', node: 7, event: 'change', data: { 'event.target.value==""': false } },
    ],
    syncId: 2,
    clientId: 2,
  }),
  'GWT: a call': client(
    'POST',
    '/app/greet',
    ['Content-Type', 'text/x-gwt-rpc; charset=UTF-8', 'X-GWT-Permutation', 'D1'],
    '7|0|8|https://shop.example/app/|4EA4|org.example.client.Greet|greet|java.lang.String/2004016611|java.util.List|O\\!Brien|x|1|2|3|4|2|5|6|7|0|',
  ),
  'ZK: a batch': browserForm('/zkau', [
    ['dtid', 'z_1a'],
    ['cmd_0', 'onChange'],
    ['uuid_0', 'kX1'],
    ['data_0', '{"value":"a;b","start":3}'],
    ['opt_1', 'i'],
    ['cmd_1', 'onClick'],
  ]),
  'PrimeFaces: a lazy table': browserForm(
    '/list.xhtml',
    {
      'javax.faces.partial.ajax': 'true',
      'javax.faces.source': 'form:table',
      'form:table_filtering': 'true',
      'form:table:j_idt45:filter': "O'N",
      'form:table_sortKey': 'form:table:name',
      'jakarta.faces.ViewState': '-4711815:8123901',
    },
    'Faces-Request',
    'partial/ajax',
  ),
  'OutSystems: an action': browserJson('/App/screenservices/App/Main/Orders/ScreenDataSetGetOrders', {
    versionInfo: { moduleVersion: 'a+/b==', apiVersion: 'c' },
    viewName: 'Main.Orders',
    screenData: { variables: { SearchKeyword: 'drop off', StartIndex: 0 } },
  }),
  'Salesforce Aura: an action': browserForm('/s/sfsites/aura?r=3&aura.ApexAction.execute=1', {
    message:
      '{"actions":[{"id":"95;a","descriptor":"aura://ApexActionController/ACTION$execute","callingDescriptor":"UNKNOWN","params":{"namespace":"","classname":"Cases","method":"find","params":{"q":"can\'t log in"},"cacheable":false}}]}',
    'aura.context':
      '{"mode":"PROD","fwuid":"ZGY","app":"siteforce:communityApp","loaded":{"APPLICATION@markup://siteforce:communityApp":"1"},"dn":[],"globals":{},"uad":false}',
    'aura.pageURI': '/s/cases?q=a%27b',
    'aura.token': 'null',
  }),
  'SAP Fiori: a batch': browser(
    'POST',
    '/sap/opu/odata4/sap/orders/$batch?sap-client=100',
    ['Content-Type', 'multipart/mixed; boundary=batch_id-1764-1', 'OData-Version', '4.0'],
    "--batch_id-1764-1\r\nContent-Type:application/http\r\nContent-Transfer-Encoding:binary\r\n\r\nGET Orders?$filter=contains(Name,'O''Brien')%20and%20Total%20gt%2010&$select=Id,Name&$skip=0 HTTP/1.1\r\nAccept:application/json;odata.metadata=minimal\r\n\r\n\r\n--batch_id-1764-1--\r\nGroup ID: $auto\r\n",
  ),
  'Dynamics: a query of FetchXML': get('/api/data/v9.2/accounts', {
    fetchXml:
      '<fetch top="50"><entity name="account"><attribute name="name"/><filter type="and"><condition attribute="name" operator="like" value="%O\'Brien%"/></filter></entity></fetch>',
  }),
  'Odoo: a search': browserJson('/web/dataset/call_kw/res.partner/web_search_read', {
    id: 9,
    jsonrpc: '2.0',
    method: 'call',
    params: {
      model: 'res.partner',
      method: 'web_search_read',
      args: [],
      kwargs: {
        domain: ['|', ['name', 'ilike', 'select'], '&', ['active', '=', true], ['credit', '>', 0]],
        specification: { name: {} },
        order: 'name ASC, id desc',
      },
    },
  }),
  'ProseMirror: steps': browserJson('/collab/doc/7/steps', {
    version: 41,
    clientID: 2718,
    steps: [
      {
        stepType: 'replace',
        from: 5,
        to: 9,
        slice: { content: [{ type: 'text', text: '<script> tags & "quotes"' }] },
      },
      {
        stepType: 'addMark',
        mark: { type: 'link', attrs: { href: 'javascript-basics.html', title: null } },
        from: 5,
        to: 9,
      },
    ],
  }),
  'ProseMirror: a page': browserJson('/api/pages/7', {
    body: pm([
      line('Run '),
      line('rm -rf node_modules && npm ci', { type: 'code' }),
      {
        type: 'codeBlock',
        attrs: { language: 'sql' },
        content: [
          { type: 'text', text: "SELECT id, name\nFROM users\nWHERE name = 'O''Brien'\n  OR 1 = 1;" },
        ],
      },
      {
        type: 'codeBlock',
        attrs: { language: 'html' },
        content: [{ type: 'text', text: '<a href="#" onclick="go()">Go</a>' }],
      },
    ]),
  }),
  'Notion: a transaction': browserJson('/api/v3/saveTransactionsFanout', {
    requestId: '8f',
    transactions: [
      {
        id: 't',
        spaceId: 's',
        debug: { userAction: 'BlockPropertyValueOverlay.render' },
        operations: [
          {
            pointer: { table: 'block', id: 'b', spaceId: 's' },
            path: ['properties', 'title'],
            command: 'set',
            args: [
              ['Where '],
              ['a = 1 or b = 2', [['c']]],
              [' fails; see '],
              ['‣', [['p', 'x', 's']]],
              ['docs', [['a', '/7f?pvs=4#8e']]],
            ],
          },
          {
            pointer: { table: 'block', id: 'b' },
            path: [],
            command: 'update',
            args: { last_edited_time: 1 },
          },
        ],
      },
    ],
  }),
  'Lexical: a state': browserJson('/api/notes', {
    editorState: {
      root: {
        children: [
          {
            children: [
              {
                detail: 0,
                format: 1,
                mode: 'normal',
                style: 'color: #f00; font-family: "Comic Sans"',
                text: "don't <panic> -- it's fine",
                type: 'text',
                version: 1,
              },
              { type: 'code-highlight', text: 'eval', highlightType: 'function' },
            ],
            direction: 'ltr',
            format: '',
            indent: 0,
            type: 'paragraph',
            version: 1,
          },
        ],
        type: 'root',
      },
    },
  }),
  'Slate: a value': browserForm('/page', {
    body: JSON.stringify([
      {
        type: 'paragraph',
        children: [{ text: 'or ' }, { text: "'1'='1'", code: true }, { text: ' is always true, he said.' }],
      },
    ]),
  }),
  'EditorJS: blocks': browserJson('/api/posts', {
    time: 1764233000000,
    blocks: [
      {
        id: 'a',
        type: 'paragraph',
        data: {
          text: 'Use <code class="inline-code">git rebase -i HEAD~3</code>&nbsp;and <a href="https://a.example/?b=c&amp;d=e">read on</a>',
        },
      },
      { id: 'b', type: 'code', data: { code: '<?php echo htmlspecialchars($name); ?>' } },
      {
        id: 'c',
        type: 'raw',
        data: {
          html: '<iframe width="560" height="315" src="https://www.youtube.com/embed/x" allowfullscreen></iframe>',
        },
      },
      {
        id: 'd',
        type: 'table',
        data: {
          withHeadings: true,
          content: [
            ['=', '=='],
            ['&&', '||'],
          ],
        },
      },
    ],
    version: '2.30.6',
  }),
  'Quill: a delta': browserForm('/save', {
    delta:
      '{"ops":[{"insert":"cat file | sort"},{"attributes":{"code-block":"bash"},"insert":"\\n"},{"insert":{"image":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}},{"insert":"\\n"}]}',
  }),
  'CKEditor: a page': browserForm('/node/9/edit', {
    'body[0][value]':
      '<h2 style="text-align:center;">Prices</h2><figure class="table"><table><tbody><tr><td>&lt; 5</td><td>a &amp; b</td></tr></tbody></table></figure><p><a href="mailto:o&#39;b@mail.example?subject=Hi%20there">mail</a></p><pre><code class="language-javascript">const a = b =&gt; b &amp;&amp; b.c;</code></pre>',
    'body[0][format]': 'full_html',
    form_build_id: 'form-9_x',
    form_token: 'k',
  }),
  'TinyMCE: a page': browserForm('/cms/page/3', {
    content:
      '<p>&nbsp;</p>\r\n<p><img style="float: left; margin: 0 8px" src="../uploads/2026/a.png" alt="A &amp; B" width="80"></p>\r\n<p class="MsoNormal"><span lang="EN-GB" style="mso-fareast-language: EN-US;">Select one of the following<o:p></o:p></span></p>\r\n<!-- pagebreak -->',
  }),
  'Gutenberg: paragraphs': gutenberg(
    '<!-- wp:paragraph {"style":{"color":{"text":"#333"}}} -->\n<p class="has-text-color" style="color:#333">Update or delete? Where from?</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list --><ul><!-- wp:list-item --><li>1 &lt; 2</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
  ),
  'Gutenberg: code': gutenberg(
    "<!-- wp:code -->\n<pre class=\"wp-block-code\"><code>add_filter( 'the_content', function ( $c ) { return str_replace( '&lt;b&gt;', '', $c ); } );</code></pre>\n<!-- /wp:code -->",
  ),
  'Gutenberg: an embed': gutenberg(
    '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=x","type":"video","providerNameSlug":"youtube"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=x\n</div></figure>\n<!-- /wp:embed -->\n\n<!-- wp:shortcode -->\n[contact-form-7 id="a1" title="Contact; form"]\n<!-- /wp:shortcode -->\n\n<!-- wp:spacer {"height":"20px"} --><div style="height:20px" aria-hidden="true" class="wp-block-spacer"></div><!-- /wp:spacer -->',
  ),
  'WordPress: a classic save': browserForm('/wp-admin/post.php', {
    action: 'editpost',
    post_ID: '9',
    content:
      'Here\'s how:\r\n<pre>sudo apt-get install nginx\r\ncat /var/log/nginx/error.log | tail</pre>\r\n[caption id="a" width="3"]<img src="/wp-content/uploads/a.jpg" />[/caption]',
    'tax_input[post_tag]': "C++,R&D,it's",
    _wp_http_referer: '/wp-admin/post.php?post=9&action=edit',
  }),
  'WordPress: an option page': browserForm('/wp-admin/options.php', {
    option_page: 'permalink',
    permalink_structure: '/%year%/%monthnum%/%postname%/',
    date_format: 'j. F Y',
    'sidebars_widgets[a][]': 'block-2',
    custom_css:
      '.a > .b::after{content:"\\201C";background:url("data:image/svg+xml,%3Csvg xmlns=\'http://www.w3.org/2000/svg\'/%3E")}',
  }),
  'WordPress: a heartbeat': browserForm('/wp-admin/admin-ajax.php', {
    action: 'heartbeat',
    'data[wp-refresh-post-lock][post_id]': '9',
    'data[wp_autosave][content]': '<!-- wp:html --><div onclick-hint="x">a</div><!-- /wp:html -->',
    interval: '10',
    screen_id: 'post',
  }),
  'Elementor: a save': browserForm('/wp-admin/admin-ajax.php', {
    action: 'elementor_ajax',
    actions: JSON.stringify({
      save_builder: {
        action: 'save_builder',
        data: {
          status: 'publish',
          elements: [
            {
              id: 'a',
              elType: 'widget',
              widgetType: 'heading',
              settings: {
                title: 'Fish & Chips <br>since 1890',
                custom_css: 'selector:hover{transform:scale(1.1)}',
                __globals__: { title_color: 'globals/colors?id=primary' },
                __dynamic__: {
                  title: '[elementor-tag id="b" name="post-title" settings="%7B%22before%22%3A%22%22%7D"]',
                },
              },
            },
          ],
        },
      },
    }),
    _nonce: '1',
  }),
  'WooCommerce: a checkout': browserForm('/?wc-ajax=checkout', {
    billing_first_name: "D'Arcy",
    billing_last_name: 'Null',
    billing_address_1: '12 Union St. #4',
    billing_city: "Coeur d'Alene",
    order_comments: 'Ring twice; then wait -- thanks!',
    account_password: 'p\'=or"1<>2;--%00',
    'wc-stripe-payment-method': 'pm_1a',
    'woocommerce-process-checkout-nonce': '8f',
  }),
  'Magento: a layered search': get('/catalogsearch/result/index/', {
    q: '3/4" pipe',
    price: '10-20',
    cat: '12',
    product_list_order: 'name',
    product_list_dir: 'asc',
  }),
  'Shopify: a cart': browserParts(
    '/cart/add',
    [
      { name: 'form_type', content: 'product' },
      { name: 'utf8', content: '✓' },
      { name: 'properties[Engraving]', content: "To Mum; love <3 & hugs -- O'B" },
      { name: 'id', content: '4471' },
    ],
    'X-Requested-With',
    'XMLHttpRequest',
  ),
  'Drupal: a view by Ajax': get('/views/ajax', {
    _wrapper_format: 'drupal_ajax',
    view_name: 'content',
    view_args: 'all/2026',
    view_path: '/news',
    'ajax_page_state[theme]': 'olivero',
    'ajax_page_state[libraries]': 'eJxdjkEOwyAMBD-E4EmRgRVFdezKpkn7-1L1UvWy0s5hdiO5P9iXRkecpM',
  }),
  'TYPO3: a save': browserForm('/typo3/record/edit?token=1', {
    'data[tt_content][7][bodytext]':
      '<p>Die <a href="t3://page?uid=3#c9" target="_blank">Tabelle</a> &amp; mehr</p>',
    'data[tt_content][7][pi_flexform][data][sDEF][lDEF][settings.where][vDEF]': 'pid = 3 AND hidden = 0',
    doSave: '1',
  }),
  'TYPO3: TypoScript': browserForm('/typo3/module/web/ts', {
    data: 'page = PAGE\npage.10 = TEXT\npage.10.stdWrap.dataWrap = <a href="{page:uid}">|</a>\n[traverse(request.getQueryParams(), "a") == 1]\n  lib.x >\n[END]',
  }),
  'Liquid: a theme is saved': browserJson('/admin/themes/5/assets.json', {
    asset: {
      key: 'sections/a.liquid',
      value:
        '{% for p in collection.products %}{{ p.title | escape }}{% if p.price < 1000 and p.available %}<b>{{ \'cheap\' | t }}</b>{% endif %}{% endfor %}{% schema %}{"name":"A"}{% endschema %}',
    },
  }),
  'Mail: a template': browserJson('/api/templates', {
    subject: 'Hi {{first_name|default:"there"}}!',
    html: '<!DOCTYPE html><html><head><style>@media (max-width:600px){.a{width:100%!important}}</style></head><body style="margin:0"><!--[if mso]><table><tr><td width="600"><![endif]--><table role="presentation" width="100%"><tr><td>{% if vip %}Dear VIP{% endif %} *|FNAME|* %%unsubscribe%% <%= user.name %></td></tr></table><!--[if mso]></td></tr></table><![endif]--><img src="https://t.example/o.gif?m=%7B%7Bid%7D%7D" width="1" height="1"></body></html>',
  }),
  'A page builder saves code': browserJson('/api/sites/1/custom-code', {
    head: '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
    note: 'head only',
  }),
  'htmx: a search': browser(
    'POST',
    '/search',
    [
      'HX-Request',
      'true',
      'HX-Trigger',
      'q',
      'HX-Target',
      'results',
      'HX-Current-URL',
      'https://shop.example/?q=a%20%26%20b',
      'Content-Type',
      'application/x-www-form-urlencoded',
    ],
    formBody({ q: 'order by phone' }),
  ),
  'Unpoly: a layer': browser('GET', '/companies/new', [
    'X-Up-Version',
    '3.9.0',
    'X-Up-Target',
    '.content:maybe, [up-main~=modal]',
    'X-Up-Context',
    '{"from":"list"}',
  ]),
  'Datatables: a table': get('/data', {
    draw: '3',
    'columns[0][data]': 'name',
    'columns[0][search][value]': '',
    'columns[0][search][regex]': 'false',
    'order[0][column]': '0',
    'order[0][dir]': 'asc',
    'search[value]': "o'br",
    _: '1764233000',
  }),
  'AG Grid: rows': browserJson('/rows', {
    startRow: 0,
    endRow: 100,
    filterModel: {
      name: {
        filterType: 'text',
        operator: 'OR',
        conditions: [{ type: 'contains', filter: 'select' }, { type: 'blank' }],
      },
    },
    sortModel: [{ colId: 'name', sort: 'desc' }],
  }),
  'Kendo: a grid': get('/grid/read', {
    sort: 'Name-asc',
    page: '1',
    filter: "Name~contains~'O''Brien'~and~(Age~gt~5~or~City~eq~'Köln')",
  }),
  'DevExtreme: a filter': get('/api/orders', {
    filter: '[["Name","contains","or"],"and",["Total",">",100]]',
    sort: '[{"selector":"Id","desc":true}]',
    skip: '0',
  }),
  'JSON:API: a sparse set': get('/articles', {
    include: 'author,comments.author',
    'fields[articles]': 'title,body',
    'page[cursor]': 'eyJpZCI6NX0=',
    'filter[title][like]': '%tea%',
  }),
  'Hasura: a filter': browserJson('/v1/graphql', {
    operationName: 'Q',
    query:
      'query Q($w: orders_bool_exp!) {\n  orders(where: $w, order_by: {created_at: desc_nulls_last}) { id lines { name } }\n}',
    variables: {
      w: { _or: [{ name: { _ilike: "%o'b%" } }, { total: { _gt: 5 } }], _not: { deleted: { _eq: true } } },
    },
  }),
  'PostgREST: a filter': get(
    '/orders',
    {
      select: 'id,customer:customers!inner(name)',
      or: '(name.ilike.*tea*,and(total.gt.5,total.lt.9))',
      order: 'created_at.desc.nullslast',
      'data->>kind': 'eq.a',
    },
    'Prefer',
    'count=exact,return=minimal',
  ),
  'Supabase: a sign-in': browserJson(
    '/auth/v1/token?grant_type=password',
    { email: "o'brien@mail.example", password: '";DROP=1--\'<x>&|`$(a)', gotrue_meta_security: {} },
    'x-supabase-api-version',
    '2024-01-01',
  ),
  'Firestore: a channel': browserForm(
    '/google.firestore.v1.Firestore/Listen/channel?VER=8&database=projects%2Fp%2Fdatabases%2F(default)&RID=5&CVER=22&X-HTTP-Session-Id=gsessionid&zx=a&t=1',
    {
      count: '1',
      ofs: '0',
      req0___data__:
        '{"database":"projects/p/databases/(default)","addTarget":{"query":{"structuredQuery":{"from":[{"collectionId":"items"}],"where":{"compositeFilter":{"op":"AND","filters":[{"fieldFilter":{"field":{"fieldPath":"a"},"op":"GREATER_THAN","value":{"integerValue":"1"}}}]}},"orderBy":[{"field":{"fieldPath":"__name__"},"direction":"ASCENDING"}]},"parent":"projects/p/databases/(default)/documents"},"targetId":2}}',
    },
  ),
  'Parse: a query': clientJson('/parse/classes/Item', {
    where: {
      name: { $regex: '^\\QTea\\E', $options: 'i' },
      stock: { $gte: 1 },
      $or: [{ a: 1 }, { b: { $exists: true } }],
    },
    _method: 'GET',
    _ApplicationId: 'a',
    _ClientVersion: 'js5.3.0',
  }),
  'Directus: a filter': get('/items/articles', {
    filter: '{"_and":[{"status":{"_eq":"published"}},{"title":{"_icontains":"where"}}]}',
    'aggregate[count]': '*',
    sort: '-date',
  }),
  'Strapi: a filter': get('/api/posts', {
    'filters[$or][0][title][$containsi]': 'tea',
    'filters[$or][1][date][$gte]': '2026-01-01',
    'populate[author][fields][0]': 'name',
    'pagination[page]': '1',
  }),
  'Feathers: a query': get('/messages', {
    $limit: '10',
    '$sort[createdAt]': '-1',
    'read[$ne]': 'true',
    'roomId[$in][]': '2',
  }),
  'Sanity: a query of GROQ': get('/v2024-01-01/data/query/production', {
    query:
      '*[_type == "post" && (title match $q + "*" || $all) && !(_id in path("drafts.**"))]{title, "slug": slug.current, "n": count(*[references(^._id)])} | order(date desc)[0...10]',
    $q: '"union"',
    $all: 'true',
  }),
  'Contentful: entries': get('/spaces/s/environments/master/entries', {
    content_type: 'post',
    'fields.date[lte]': '2026-11-27',
    'fields.slug[match]': "d'or",
    order: '-sys.createdAt',
    select: 'sys.id,fields.title',
  }),
  'Algolia: a search': browser(
    'POST',
    '/1/indexes/*/queries?x-algolia-agent=Algolia%20for%20JavaScript%20(5.1.0)%3B%20Search%20(5.1.0)%3B%20Browser&x-algolia-application-id=A',
    ['Content-Type', 'text/plain'],
    '{"requests":[{"indexName":"p","query":"l\'oréal --sale","facetFilters":[["brand:L\'Oréal","brand:R&B"],"-stock:0"],"filters":"price < 10 AND (a:1 OR NOT b:2)","highlightPreTag":"__ais-highlight__","params":"hitsPerPage=3&attributesToHighlight=%5B%22*%22%5D"}]}',
  ),
  'Typesense: a search': browserJson('/multi_search', {
    searches: [
      {
        q: '*',
        filter_by: 'price:=[10..20] && (brand:=`A & B` || tags:!=[x])',
        sort_by: '_text_match:desc,price:asc',
      },
    ],
  }),
  'Meilisearch: a search': browserJson('/indexes/a/search', {
    q: "it's",
    filter: [["genre = 'Sci-Fi' OR genre = Drama"], 'year > 1990 AND director EXISTS'],
    attributesToCrop: ['*'],
  }),
  'A shop: a chain of filters': get('/c/shoes', {
    prefn1: 'size',
    prefv1: '38|39½|40',
    pmin: '10,00',
    srule: 'price-low-to-high',
    f: 'color:black;brand:H&M',
  }),
};
