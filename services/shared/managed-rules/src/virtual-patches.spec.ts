import { managedRuleSet, matchedIds, sendRequest, sites, type TestRequest } from './test-support/send.ts';

const form = (body: string): Pick<TestRequest, 'headers' | 'body'> => ({
  headers: ['Content-Type', 'application/x-www-form-urlencoded'],
  body,
});

const json = (target: string, body: string): TestRequest => ({
  target,
  headers: ['Content-Type', 'application/json'],
  body,
});

const upload = (target: string, content: string): TestRequest => ({
  target,
  headers: ['Content-Type', 'multipart/form-data; boundary=b'],
  body: `--b\r\nContent-Disposition: form-data; name="file"; filename="config"\r\n\r\n${content}\r\n--b--\r\n`,
});

/** Per patch: requests that it stops, and honest ones to the same place. */
const PATCHES: readonly { cve: string; id: number; stops: TestRequest[]; passes: TestRequest[] }[] = [
  {
    cve: 'CVE-2012-1823',
    id: 19001,
    stops: [{ target: '/index.php?-s' }, { target: '/index.php?%ADd+x' }],
    passes: [{ target: '/index.php?-1' }, { target: '/?source' }],
  },
  {
    cve: 'CVE-2017-12617',
    id: 19002,
    stops: [
      { method: 'PUT', target: '/a.jsp/', body: 'x' },
      { method: 'PUT', target: '/a.session', body: 'x' },
    ],
    passes: [{ method: 'PUT', target: '/a.jpg', body: 'x' }, { target: '/a.jsp' }],
  },
  {
    cve: 'CVE-2018-7600',
    id: 19019,
    stops: [
      form('mail%5B%23post_render%5D%5B%5D=exec&mail%5B%23markup%5D=id'),
      { target: '/?q=user/password&name%5B%23pre_render%5D%5B%5D=passthru' },
      form(
        'form_id=user_pass&_triggering_element_name=name&destination=/a%3Fq%5B%252523post_render%5D%5B%5D%3Dexec',
      ),
    ],
    passes: [
      form('field_tags%5Bund%5D=%23type&form_id=node_form'),
      { target: '/?filters%5Btype%5D=a&color%5B%5D=%23fff' },
    ],
  },
  {
    cve: 'CVE-2018-20062',
    id: 19003,
    stops: [{ target: '/?s=index/\\think\\app/invokefunction' }, form('_method=__construct')],
    passes: [{ target: '/?s=index/list' }, form('_method=PUT')],
  },
  {
    cve: 'CVE-2021-21972',
    id: 19004,
    stops: [{ target: '/ui/vropspluginui/rest/services/uploadova' }],
    passes: [{ target: '/ui/' }],
  },
  {
    cve: 'CVE-2022-1388',
    id: 19005,
    stops: [{ target: '/mgmt/tm/util/bash' }],
    passes: [{ target: '/mgmt/tm/sys' }],
  },
  {
    cve: 'CVE-2022-0415',
    id: 19018,
    stops: [upload('/team/site/upload-file', '[core]\n\tbare = false\n\tsshCommand = touch x\n')],
    passes: [
      upload('/team/site/upload-file', '[core]\n\tbare = false\n[remote "origin"]\n'),
      upload('/notes', '[core]\n\tsshCommand = ssh -i ~/.ssh/work\n'),
    ],
  },
  {
    cve: 'CVE-2022-22963',
    id: 19006,
    stops: [{ headers: ['spring.cloud.function.routing-expression', 'x'] }],
    passes: [{ headers: ['spring.cloud.function.definition', 'x'] }],
  },
  {
    cve: 'CVE-2022-40684',
    id: 19007,
    stops: [{ target: '/api/v2/cmdb/system/admin', headers: ['User-Agent', 'Report Runner'] }],
    passes: [{ target: '/api/v2/items', headers: ['User-Agent', 'curl/8'] }],
  },
  {
    cve: 'CVE-2023-20198',
    id: 19008,
    stops: [{ target: '/%2577eb%2575i_%2577sma_Http' }],
    passes: [{ target: '/webui' }],
  },
  {
    cve: 'CVE-2023-22515',
    id: 19009,
    stops: [{ target: '/server-info.action?bootstrapStatusProvider.applicationConfig.setupComplete=false' }],
    passes: [{ target: '/server-info.action' }],
  },
  {
    cve: 'CVE-2023-29300',
    id: 19010,
    stops: [form("argumentCollection=<wddxPacket version='1.0'></wddxPacket>")],
    passes: [form('argumentCollection={"a":1}')],
  },
  {
    cve: 'CVE-2023-34362',
    id: 19011,
    stops: [
      {
        target: '/moveitisapi/moveitisapi.dll?action=m2',
        headers: [
          ...['X-siLock-Transaction', 'session_setvars'],
          ...['X-siLock-SessVar1', "MyPkgRecips: x'); DELETE FROM log"],
        ],
      },
    ],
    passes: [
      { target: '/moveitisapi/moveitisapi.dll?action=m2' },
      {
        target: '/moveitisapi/moveitisapi.dll?action=m2',
        headers: [
          ...['X-siLock-Transaction', 'folder_add_by_path'],
          ...['X-siLock-SessVar0', 'MyGuestEmailAddr: jane@example.com'],
        ],
      },
    ],
  },
  {
    cve: 'CVE-2023-42793',
    id: 19012,
    stops: [{ method: 'POST', target: '/app/rest/users/id:1/tokens/RPC2' }],
    passes: [{ target: '/app/rest/users' }, { target: '/RPC2' }],
  },
  {
    cve: 'CVE-2023-4966',
    id: 19013,
    stops: [{ headers: ['Host', 'a'.repeat(2000)] }],
    passes: [{ headers: ['Host', 'a'.repeat(200)] }],
  },
  {
    cve: 'CVE-2024-1709',
    id: 19014,
    stops: [{ target: '/SetupWizard.aspx/x' }],
    passes: [{ target: '/SetupWizard.aspx' }],
  },
  {
    cve: 'CVE-2024-27198',
    id: 19015,
    stops: [{ target: '/x?jsp=/app/rest/users;.jsp' }],
    passes: [{ target: '/x?jsp=1' }],
  },
  {
    cve: 'CVE-2025-29927',
    id: 19016,
    stops: [{ headers: ['x-middleware-subrequest', 'middleware'] }],
    passes: [{ headers: ['x-middleware-prefetch', '1'] }],
  },
  {
    cve: 'CVE-2025-55182',
    id: 19017,
    stops: [
      {
        headers: ['Content-Type', 'application/json'],
        body: '{"then":"$1:__proto__:then","status":"resolved_model"}',
      },
    ],
    passes: [{ headers: ['Content-Type', 'application/json'], body: '{"then":"$1:then"}' }],
  },
  {
    cve: 'CVE-2023-22518',
    id: 19020,
    stops: [{ method: 'POST', target: '/json/setup-restore.action?synchronous=true', body: 'x' }],
    passes: [{ target: '/json/setup.action' }],
  },
  {
    cve: 'CVE-2023-23752',
    id: 19021,
    stops: [{ target: '/api/index.php/v1/config/application?public=true' }],
    passes: [{ target: '/api/index.php/v1/content/articles?public=true' }, { target: '/api/v1/users' }],
  },
  {
    cve: 'CVE-2023-27350',
    id: 19022,
    stops: [{ target: '/app?service=page/SetupCompleted' }],
    passes: [{ target: '/app?service=page/Home' }],
  },
  {
    cve: 'CVE-2023-28432',
    id: 19023,
    stops: [{ method: 'POST', target: '/minio/bootstrap/v1/verify', body: 'x' }],
    passes: [{ target: '/minio/health/live' }],
  },
  {
    cve: 'CVE-2023-49103',
    id: 19024,
    stops: [
      {
        target: '/apps/graphapi/vendor/microsoft/microsoft-graph/tests/GetPhpInfo.php/.css',
      },
    ],
    passes: [{ target: '/apps/graphapi/css/a.css' }],
  },
  {
    cve: 'CVE-2023-51467',
    id: 19025,
    stops: [{ target: '/webtools/control/ping?USERNAME=&PASSWORD=&requirePasswordChange=Y' }],
    passes: [{ target: '/webtools/control/main' }, { target: '/account?requirePasswordChange=Y' }],
  },
  {
    cve: 'CVE-2024-0012',
    id: 19026,
    stops: [{ target: '/php/ztp_gate.php/.js.map', headers: ['X-PAN-AUTHCHECK', 'off'] }],
    passes: [{ target: '/php/login.php', headers: ['X-PAN-AUTHCHECK', 'off'] }],
  },
  {
    cve: 'CVE-2024-3273',
    id: 19027,
    stops: [{ target: '/cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ=' }],
    passes: [{ target: '/cgi-bin/nas_sharing.cgi?cmd=1' }],
  },
  {
    cve: 'CVE-2024-7593',
    id: 19028,
    stops: [{ target: '/apps/zxtm/wizard.fcgi?error=1&section=Access+Management%3ALocalUsers' }],
    passes: [{ target: '/apps/zxtm/wizard.fcgi?section=Traffic' }],
  },
  {
    cve: 'CVE-2024-9264',
    id: 19029,
    stops: [
      form("sql=select content from read_blob('/srv/secret')"),
      form('sql=install shellfs from community'),
    ],
    passes: [form("text=How do I call read_csv('prices.csv') in DuckDB?")],
  },
  {
    cve: 'CVE-2024-10924',
    id: 19030,
    stops: [
      {
        target: '/?rest_route=/reallysimplessl/v1/two_fa/skip_onboarding',
        headers: ['Content-Type', 'application/json'],
        body: '{"user_id":1,"login_nonce":"1"}',
      },
    ],
    passes: [{ target: '/?rest_route=/reallysimplessl/v1/two_fa/verify' }],
  },
  {
    cve: 'CVE-2024-34102',
    id: 19031,
    stops: [
      {
        target: '/rest/V1/guest-carts/1/estimate-shipping-methods',
        headers: ['Content-Type', 'application/json'],
        body: '{"address":{"totalsReader":{"collectorList":{"totalCollector":{"sourceData":{"data":"http://a.example","dataIsURL":true}}}}}}',
      },
    ],
    passes: [
      {
        target: '/rest/V1/guest-carts/1/estimate-shipping-methods',
        headers: ['Content-Type', 'application/json'],
        body: '{"address":{"city":"Bonn","countryId":"DE"}}',
      },
    ],
  },
  {
    cve: 'CVE-2024-55591',
    id: 19032,
    stops: [{ target: '/ws/cli/open?cols=162&rows=100&local_access_token=x' }],
    passes: [{ target: '/ws/cli/open?cols=162&rows=100' }],
  },
  {
    cve: 'CVE-2024-56145',
    id: 19033,
    stops: [{ target: '/?--templatesPath=ftp://a.example/' }],
    passes: [{ target: '/?--verbose=1' }, { target: '/?templatesPath=a' }],
  },
  {
    cve: 'CVE-2025-1974',
    id: 19034,
    stops: [
      {
        headers: ['Content-Type', 'application/json'],
        body: JSON.stringify({
          request: {
            object: {
              metadata: { annotations: { 'x/auth-url': 'http://a/#;}}}\nssl_engine /proc/1/fd/2;\n' } },
            },
          },
        }),
      },
    ],
    passes: [
      {
        headers: ['Content-Type', 'application/json'],
        body: JSON.stringify({
          request: { object: { metadata: { annotations: { note: 'use load_module in nginx.conf' } } } },
        }),
      },
    ],
  },
  {
    cve: 'CVE-2025-31161',
    id: 19035,
    stops: [{ headers: ['Authorization', 'AWS4-HMAC-SHA256 Credential=crushadmin/'] }],
    passes: [
      {
        headers: [
          'Authorization',
          'AWS4-HMAC-SHA256 Credential=AKIA/20260101/eu-1/s3/aws4_request, SignedHeaders=host, Signature=ab',
        ],
      },
    ],
  },
  {
    cve: 'CVE-2025-53770',
    id: 19036,
    stops: [
      {
        target: '/_layouts/15/ToolPane.aspx?DisplayMode=Edit',
        ...form('a=b'),
        headers: ['Content-Type', 'application/x-www-form-urlencoded', 'Referer', '/_layouts/SignOut.aspx'],
      },
    ],
    passes: [{ target: '/_layouts/15/ToolPane.aspx?DisplayMode=Edit', headers: ['Referer', '/sites/a/'] }],
  },
  {
    cve: 'CVE-2024-38475',
    id: 19037,
    stops: [
      { target: '/client/index.php%3F.php/gsb/users.php' },
      { target: '/srv/temp.db%3f.1.css' },
      { target: '/admin%3ftest.php' },
    ],
    passes: [
      { target: '/wiki/Who%3F' },
      { target: '/images/Who_is_it%3F.jpg' },
      { target: '/index.php%3Fpage=about.php' },
    ],
  },
  {
    cve: 'CVE-2024-38472',
    id: 19038,
    stops: [{ target: '/%5C%5Cfiles.example/share' }, { target: '/%5C%5C192.0.2.9@80%5Ca' }],
    passes: [{ target: '/a%5C%5Cb.c' }, { target: '/files.example/share' }],
  },
  {
    cve: 'CVE-2024-53704',
    id: 19039,
    stops: [
      { target: '/cgi-bin/sslvpnclient?launchplatform=', headers: ['Cookie', `swap=${'A'.repeat(43)}=`] },
    ],
    passes: [
      {
        target: '/cgi-bin/sslvpnclient?launchplatform=',
        headers: ['Cookie', 'swap=TmV3U2Vzc2lvbklkZW50aWZp='],
      },
    ],
  },
  {
    cve: 'CVE-2024-45216',
    id: 19040,
    stops: [{ target: '/solr/admin/info/properties:/admin/info/key' }],
    passes: [{ target: '/solr/books/select?q=title:/a/' }],
  },
  {
    cve: 'CVE-2018-7034',
    id: 19041,
    stops: [
      { target: '/getcfg.php', ...form('SERVICES=DEVICE.ACCOUNT%0aAUTHORIZED_GROUP=1') },
      { target: '/getcfg.php?a=%0A_POST_SERVICES=DEVICE.ACCOUNT%0AAUTHORIZED_GROUP=1' },
    ],
    passes: [{ target: '/getcfg.php', ...form('SERVICES=DEVICE.TIME') }],
  },
  {
    cve: 'CVE-2024-50340',
    id: 19042,
    stops: [{ target: '/_profiler/phpinfo?+--env=dev' }, { target: '/?+-e+dev' }],
    passes: [{ target: '/?env=dev' }, { target: '/?--verbose' }],
  },
  {
    cve: 'CVE-2024-53991',
    id: 19043,
    stops: [{ headers: ['X-Sendfile-Type', 'X-Accel-Redirect', 'X-Accel-Mapping', '.*=/backups/'] }],
    passes: [{ headers: ['X-Requested-With', 'XMLHttpRequest'] }],
  },
  {
    cve: 'CVE-2024-55956',
    id: 19044,
    stops: [
      { target: '/Synchronization', headers: ['VLSync', 'Multipart;l=0,Acknowledge'], body: 'x' },
      {
        target: '/Synchronization',
        headers: ['VLSync', 'ReceivedReceipt;service="AS2";path="autorun/a.txt"'],
        body: 'x',
      },
    ],
    passes: [{ target: '/Synchronization', headers: ['VLSync', 'Retrieve;l=Ab1234'], body: 'x' }],
  },
  {
    cve: 'CVE-2025-24016',
    id: 19045,
    stops: [
      json('/security/user/authenticate/run_as', '{"__unhandled_exc__":{"__class__":"exit","__args__":[]}}'),
    ],
    passes: [json('/security/user/authenticate/run_as', '{"username":"a","groups":["b"]}')],
  },
  {
    cve: 'CVE-2025-31324',
    id: 19046,
    stops: [{ target: '/developmentserver/metadatauploader?CONTENTTYPE=MODEL&CLIENT=1', method: 'POST' }],
    passes: [{ target: '/developmentserver/' }],
  },
  {
    cve: 'CVE-2025-34028',
    id: 19047,
    stops: [
      { target: '/commandcenter/deployWebpackage.do', ...form('commcellName=a.example&servicePack=b') },
    ],
    passes: [{ target: '/commandcenter/login.do', ...form('user=a') }],
  },
  {
    cve: 'CVE-2025-34027',
    id: 19048,
    stops: [
      { target: '/portalapi/v1/roles/option;%2fv1%2fping' },
      { method: 'PUT', target: '/api;/config' },
      { target: '/users;.' },
      { target: '/admin/tokens;.jsp?jsp_precompile=true' },
    ],
    passes: [
      { target: '/shop/cart;jsessionid=A1B2/items' },
      { target: '/map;v=2/tile.png' },
      { target: '/search/salt&amp;/pepper' },
      { target: '/a;b.css' },
    ],
  },
  {
    cve: 'CVE-2025-48827',
    id: 19049,
    stops: [
      { target: '/ajax/api/ad/wrapAdTemplate', ...form('template=a&id_name=b') },
      form('routestring=ajax/api/ad/replaceAdTemplate&styleid=1&template=a'),
    ],
    passes: [
      { target: '/ajax/api/user/fetchUserinfo', ...form('userid=1') },
      form('routestring=ajax/render/editor_gallery'),
    ],
  },
  {
    cve: 'CVE-2025-49596',
    id: 19050,
    stops: [{ target: '/sse?transportType=stdio&command=touch&args=a' }],
    passes: [{ target: '/sse?transportType=sse&url=https://a.example' }, { target: '/sse?topic=news' }],
  },
  {
    cve: 'CVE-2026-23550',
    id: 19051,
    stops: [{ target: '/api/modular-connector/login/1?origin=mo&type=foo' }],
    passes: [{ target: '/api/modular-connector/login/1' }, { target: '/news?origin=mo' }],
  },
  {
    cve: 'CVE-2026-23760',
    id: 19052,
    stops: [
      json('/api/v1/auth/force-reset-password', '{"IsSysAdmin":"true","Username":"admin","NewPassword":"a"}'),
    ],
    passes: [
      json('/api/v1/auth/force-reset-password', '{"Username":"a","OldPassword":"b","NewPassword":"c"}'),
    ],
  },
];

describe('virtual patches', () => {
  it.each(PATCHES)('$cve is stopped by $id from medium on, and honest requests pass', (patch) => {
    for (const request of patch.stops) {
      expect(matchedIds(sendRequest(sites.medium, request))).toContain(patch.id);
      expect(matchedIds(sendRequest(sites.low, request))).not.toContain(patch.id);
    }
    for (const request of patch.passes)
      expect(matchedIds(sendRequest(sites.medium, request))).not.toContain(patch.id);
  });

  it('all have examples here, and name their CVE', () => {
    const named = managedRuleSet.ruleIds
      .map((id) => managedRuleSet.describe(id)!)
      .filter(({ tags }) => tags.includes('family/virtual-patch'))
      .map(({ id, tags, message }) => {
        const cve = tags.find((tag) => tag.startsWith('cve/'))?.slice('cve/'.length) ?? 'none';
        expect(message).toContain(`(${cve})`);
        return { id, cve };
      });
    expect(named).toEqual(PATCHES.map(({ id, cve }) => ({ id, cve })));
  });
});
