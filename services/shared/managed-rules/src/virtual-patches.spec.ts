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
