import { FORM, inspect, JSON_TYPE, matchedIds } from '../../test/support/inspect.ts';
import type { CollectionChange } from '../model/api.ts';

describe('phases and flow', () => {
  it('denies in the phase of the rule and keeps the interruption', () => {
    const audit = inspect(
      'SecRule ARGS:a "@streq b" "id:1,phase:1,deny,status:418"\nSecAction "id:2,phase:2,pass,log"',
      {
        target: '/?a=b',
      },
    );
    expect(audit.interruption).toEqual({ action: 'deny', status: 418, ruleId: 1, phase: 1 });
    expect(matchedIds(audit)).toEqual([1]);
  });

  it('runs phase 5 whatever happened', () => {
    const audit = inspect('SecAction "id:1,phase:1,deny"\nSecAction "id:2,phase:5,pass,log"');
    expect(matchedIds(audit)).toEqual([1, 2]);
  });

  it('jumps by skip and skipAfter', () => {
    const rules = `SecAction "id:1,phase:1,pass,skip:1"
      SecAction "id:2,phase:1,pass"
      SecAction "id:3,phase:1,pass,skipAfter:HERE"
      SecAction "id:4,phase:1,pass"
      SecMarker HERE
      SecAction "id:5,phase:1,pass"`;
    expect(matchedIds(inspect(rules))).toEqual([1, 3, 5]);
  });

  it('hands on all that a chain has matched, however many came before', () => {
    const rules = `SecRule ARGS "@rx ^x" "id:1,phase:1,deny,chain"
      SecRule MATCHED_VARS "@contains bad"`;
    const padding = 'a=x&'.repeat(900);
    expect(inspect(rules, { target: `/?${padding}b=x-bad` }).interruption?.ruleId).toBe(1);
    expect(inspect(rules, { target: `/?b=x-bad&${padding}` }).interruption?.ruleId).toBe(1);
  });

  it('leaves out what is over SecArgumentsLimit, and rules can tell', () => {
    const rules = `SecArgumentsLimit 3
      SecRule ARGS "@streq bad" "id:1,phase:2,deny"
      SecRule REQUEST_LIMIT_EXCEEDED "@eq 1" "id:2,phase:2,deny,status:413,logdata:'%{REQUEST_LIMIT_EXCEEDED_MSG}'"`;
    for (const target of ['/?&&&a=bad', '/?&&&&']) {
      const audit = inspect(rules, { target });
      expect(audit.interruption).toMatchObject({ ruleId: 2, status: 413 });
      expect(audit.matches[0]!.data).toBe('arguments');
    }
    expect(inspect(rules, { target: '/?&&a=bad' }).interruption?.ruleId).toBe(1);
    expect(inspect(rules, { target: '/?&&&' }).interruption).toBeNull();
    const form = { target: '/?&&', headers: FORM, body: 'a=1&b=bad' };
    expect(inspect(rules, form).interruption?.ruleId).toBe(2);
  });

  it('evaluates chains link by link, with captures and MATCHED_VARS', () => {
    const rules = `SecRule ARGS "@rx ^(\\w+)-" "id:1,phase:1,deny,capture,msg:'%{TX.1} %{MATCHED_VAR_NAME}',chain"
      SecRule TX:1 "@streq bad" "chain"
      SecRule MATCHED_VARS "@contains bad-" "setvar:tx.seen=1"`;
    expect(inspect(rules, { target: '/?a=good-1' }).interruption).toBeNull();
    const audit = inspect(rules, { target: '/?a=bad-1' });
    expect(audit.interruption?.ruleId).toBe(1);
    expect(audit.matches[0]!.targets.map((target) => target.name)).toEqual([
      'ARGS:a',
      'TX:1',
      'MATCHED_VARS:ARGS:a',
    ]);
  });

  it('lets allow end a phase, the request phases or everything', () => {
    const rules = (scope: string) => `SecAction "id:1,phase:1,allow${scope},nolog"
      SecAction "id:2,phase:1,pass"
      SecAction "id:3,phase:2,pass"
      SecAction "id:4,phase:3,pass"`;
    const after = (scope: string) => matchedIds(inspect(rules(scope), { response: {} }));
    expect(after(':phase')).toEqual([3, 4]);
    expect(after(':request')).toEqual([4]);
    expect(after('')).toEqual([]);
  });

  it('applies SecDefaultAction to block and its transformations to rules without t:none', () => {
    const rules = `SecDefaultAction "phase:1,deny,status:429,t:lowercase"
      SecRule ARGS:a "@streq x" "id:1,phase:1,block"
      SecRule ARGS:b "@streq x" "id:2,phase:1,block,t:none"`;
    expect(inspect(rules, { target: '/?a=X' }).interruption).toMatchObject({ status: 429, ruleId: 1 });
    expect(inspect(rules, { target: '/?b=X' }).interruption).toBeNull();
  });
});

describe('scores and variables', () => {
  it('adds up anomaly scores, per match and per direction', () => {
    const rules = `SecRule ARGS "@contains x" "id:1,phase:1,pass,setvar:tx.inbound_anomaly_score_pl1=+5"
      SecRule TX:inbound_anomaly_score_pl1 "@ge 10" "id:2,phase:2,deny"`;
    const audit = inspect(rules, { target: '/?a=x&b=xx&c=y' });
    expect(audit.matches[0]).toMatchObject({ ruleId: 1, score: 10 });
    expect(audit).toMatchObject({ inboundScore: 10, outboundScore: 0, interruption: { ruleId: 2 } });
  });

  it('counts, excludes and selects by regex', () => {
    const target = { target: '/?id_1=a&id_2=b&other=c' };
    expect(matchedIds(inspect('SecRule &ARGS:/^id_/ "@eq 2" "id:1,phase:1,pass"', target))).toEqual([1]);
    expect(matchedIds(inspect('SecRule ARGS|!ARGS:/^id_/ "@rx [ab]" "id:1,phase:1,pass"', target))).toEqual(
      [],
    );
    expect(matchedIds(inspect('SecRule ARGS|!ARGS:other "@rx b" "id:1,phase:1,pass"', target))).toEqual([1]);
  });

  it('looks at the value after every step with multiMatch', () => {
    const rule = 'SecRule ARGS "@streq %3c" "id:1,phase:1,pass,t:urlDecode,t:lowercase';
    expect(matchedIds(inspect(`${rule}"`, { target: '/?a=%25253C' }))).toEqual([1]);
    expect(
      matchedIds(
        inspect('SecRule ARGS "@streq %3C" "id:1,phase:1,pass,multiMatch,t:lowercase"', {
          target: '/?a=%253C',
        }),
      ),
    ).toEqual([1]);
  });

  it('takes a request line apart', () => {
    const rules = [
      'REQUEST_URI "@streq /a b/c.php?x=%31"',
      'REQUEST_FILENAME "@streq /a b/c.php"',
      'REQUEST_BASENAME "@streq c.php"',
      'QUERY_STRING "@streq x=%2531"',
    ]
      .map((rule, index) => `SecRule ${rule} "id:${index + 1},phase:1,pass"`)
      .join('\n');
    expect(matchedIds(inspect(rules, { target: 'http://h/a%20b/c.php?x=%2531#f' }))).toEqual([1, 2, 3, 4]);
  });
});

describe('bodies', () => {
  it('chooses processors by Content-Type and by ctl', () => {
    const rules = `SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:9,phase:1,nolog,pass,ctl:requestBodyProcessor=JSON"
      SecRule ARGS "@streq v" "id:1,phase:2,pass"`;
    expect(inspect(rules, { method: 'POST', headers: FORM, body: 'k=v' }).matches[0]?.targets[0]?.name).toBe(
      'ARGS:k',
    );
    const audit = inspect(rules, { method: 'POST', headers: JSON_TYPE, body: '{"k":"v"}' });
    expect(audit).toMatchObject({ bodyProcessor: 'JSON', bodyError: null });
    expect(audit.matches[0]?.targets[0]?.name).toBe('ARGS:json.k');
  });

  it('refuses a body over its limit, or inspects the part before it, and says how much', () => {
    const post = { method: 'POST', headers: FORM, body: 'a=12345678' };
    const rejecting = inspect('SecRequestBodyLimit 4', post);
    expect(rejecting).toMatchObject({
      interruption: { status: 413, ruleId: 0 },
      requestBytesInspected: 4,
      requestBytesTotal: 10,
    });
    const partial = inspect(
      'SecRequestBodyLimit 4\nSecRequestBodyLimitAction ProcessPartial\nSecRule ARGS:a "@streq 12" "id:1,phase:2,pass"',
      post,
    );
    expect(partial).toMatchObject({ interruption: null, requestBytesInspected: 4, requestBytesTotal: 10 });
    expect(matchedIds(partial)).toEqual([1]);
  });

  it('inspects responses of the listed types only', () => {
    const rules = 'SecResponseBodyAccess On\nSecRule RESPONSE_BODY "@contains secret" "id:1,phase:4,deny"';
    const response = (type: string) => ({ response: { headers: ['Content-Type', type], body: 'a secret' } });
    expect(inspect(rules, response('text/html; charset=utf-8')).interruption).toMatchObject({
      ruleId: 1,
      phase: 4,
    });
    expect(inspect(rules, response('image/png')).interruption).toBeNull();
  });
});

describe('modes, overlays and exclusions', () => {
  const RULES = `SecRule ARGS:a "@contains x" "id:1,phase:1,deny,tag:'t',msg:'m'"
    SecRule ARGS "@contains y" "id:2,phase:1,deny"`;

  it('blocks nothing in DetectionOnly but says what would have happened', () => {
    const audit = inspect(RULES, { target: '/?a=xy' }, { overlay: { mode: 'DetectionOnly' } });
    expect(audit.interruption).toBeNull();
    expect(audit.wouldInterrupt).toMatchObject({ ruleId: 1 });
    expect(matchedIds(audit)).toEqual([1, 2]);
  });

  it('runs nothing when Off', () => {
    expect(inspect(RULES, { target: '/?a=xy' }, { overlay: { mode: 'Off' } }).matches).toEqual([]);
  });

  it.each([
    [{ id: '1' }, 1],
    [{ id: '1-2' }, 2],
    [{ tag: 't' }, 1],
    [{ msg: 'm' }, 1],
  ])('excludes rules by %j', (by, count) => {
    const exclusions = [{ name: 'e', by }];
    const audit = inspect(RULES, { target: '/?a=xy' }, { overlay: { exclusions } });
    expect(audit.exclusions).toHaveLength(count);
    expect(matchedIds(audit)).toEqual(count === 2 ? [] : [2]);
  });

  it('excludes one target, on one path, and only reports an exclusion that mattered', () => {
    const overlay = { exclusions: [{ name: 'e', by: { id: '1' }, target: 'ARGS:a', pathPrefix: '/free' }] };
    expect(inspect(RULES, { target: '/?a=x' }, { overlay }).interruption).toMatchObject({ ruleId: 1 });
    const spared = inspect(RULES, { target: '/free/1?a=x' }, { overlay });
    expect(spared).toMatchObject({
      interruption: null,
      exclusions: [{ name: 'e', ruleId: 1, target: 'ARGS:a' }],
    });
    expect(inspect(RULES, { target: '/free/1?a=z' }, { overlay }).exclusions).toEqual([]);
  });

  it.each([
    ['/free/1', true],
    ['//free/1', false],
    ['/%66ree/1', true],
    ['http://a.example/free/1', true],
    ['/other/free', false],
    ['/free/../admin', false],
    ['/free/%2e%2e/admin', false],
    ['/free/..;/admin', false],
    ['/free/..%5cadmin', false],
    ['/free/%252e%252e/admin', false],
    ['/admin/..%2ffree/1', false],
    ['/admin/../free/1', false],
  ])('lets an exclusion on a path hold at %s: %s', (path, holds) => {
    for (const target of [undefined, 'ARGS:a']) {
      const exclusion = { name: 'e', by: { id: '1' }, pathPrefix: '/free/', ...(target && { target }) };
      const { interruption } = inspect(
        RULES,
        { target: `${path}?a=x` },
        { overlay: { exclusions: [exclusion] } },
      );
      expect([path, target, interruption === null]).toEqual([path, target, holds]);
    }
  });

  it('sets TX variables of a site before phase 1', () => {
    const rule = 'SecRule TX:level "@ge 3" "id:1,phase:1,pass"';
    expect(matchedIds(inspect(rule, {}, { overlay: { tx: { level: '3' } } }))).toEqual([1]);
    expect(matchedIds(inspect(rule, {}, { overlay: { tx: { level: '2' } } }))).toEqual([]);
  });

  it('lets rules exclude others while they run', () => {
    const control = (ctl: string) => `SecAction "id:9,phase:1,nolog,pass,ctl:${ctl}"\n${RULES}`;
    const after = (ctl: string) => inspect(control(ctl), { target: '/?a=xy' }).interruption?.ruleId ?? null;
    expect(after('ruleRemoveById=1')).toBe(2);
    expect(after('ruleRemoveByTag=t')).toBe(2);
    expect(after('ruleRemoveTargetById=1-2;ARGS:a')).toBeNull();
    expect(after('ruleEngine=Off')).toBeNull();
  });

  it('applies directives that change rules', () => {
    const after = (directive: string) => inspect(`${RULES}\n${directive}`, { target: '/?a=x' }).interruption;
    expect(after('SecRuleRemoveById 1')).toBeNull();
    expect(after('SecRuleRemoveByTag t')).toBeNull();
    expect(after('SecRuleUpdateTargetById 1 "!ARGS:a"')).toBeNull();
    expect(after('SecRuleUpdateActionById 1 "deny,status:451"')).toMatchObject({ status: 451 });
  });
});

describe('persistent collections', () => {
  it('reads through the port, writes back what changed, and expires', () => {
    const saved: [string, string, Map<string, CollectionChange>][] = [];
    const rules = `SecAction "id:1,phase:1,nolog,pass,initcol:ip=%{REMOTE_ADDR},setvar:ip.count=+1,expirevar:ip.count=60"
      SecRule IP:count "@ge 3" "id:2,phase:2,deny"`;
    const ports = {
      now: () => 1_000,
      loadCollection: () => new Map([['count', '2']]),
      saveCollection: (collection: string, key: string, changes: ReadonlyMap<string, CollectionChange>) => {
        saved.push([collection, key, new Map(changes)]);
      },
    };
    const audit = inspect(
      `${rules.replace(',setvar', '"\nSecAction "id:3,phase:1,nolog,pass,setvar')}`,
      {},
      { ports },
    );
    expect(audit.interruption).toMatchObject({ ruleId: 2 });
    expect(saved).toEqual([['ip', '192.0.2.7', new Map([['count', { value: '3', expiresAt: 61_000 }]])]]);
  });
});

describe('values of persistent collections', () => {
  it.each([
    ['', 3_601_000],
    ['SecCollectionTimeout 10', 11_000],
  ])('that have no time of their own expire after the collections’ timeout (%s)', (directive, expiresAt) => {
    const saved: CollectionChange[] = [];
    const rules = `${directive}
      SecAction "id:1,phase:1,nolog,pass,initcol:ip=%{REMOTE_ADDR}"
      SecAction "id:2,phase:1,nolog,pass,setvar:ip.a=1,setvar:!ip.b"`;
    const ports = {
      now: () => 1_000,
      loadCollection: () => new Map([['b', '2']]),
      saveCollection: (_collection: string, _key: string, changes: ReadonlyMap<string, CollectionChange>) => {
        saved.push(...changes.values());
      },
    };
    inspect(rules, {}, { ports });
    expect(saved).toEqual([
      { value: '1', expiresAt },
      { value: null, expiresAt: null },
    ]);
  });
});

describe('the audit record', () => {
  it('shows an excerpt around the match, with offsets', () => {
    const value = `${'a'.repeat(2000)}ATTACK${'b'.repeat(2000)}`;
    const rule = `SecRule ARGS:q "@rx attack" "id:1,phase:2,pass,t:lowercase,msg:'found é',tag:'x',severity:2,logdata:'%{MATCHED_VAR_NAME}'"`;
    const { matches } = inspect(rule, { method: 'POST', headers: FORM, body: `q=${value}` });
    const match = matches[0]!;
    const target = match.targets[0]!;
    expect(match).toMatchObject({
      message: 'found é',
      data: 'ARGS:q',
      severity: 'CRITICAL',
      tags: ['x'],
      logged: true,
    });
    expect(target).toMatchObject({ operator: '@rx attack', transformations: ['lowercase'], matchLength: 6 });
    expect(target.transformed.slice(target.matchOffset, target.matchOffset + 6)).toBe('attack');
    expect(target.value.slice(target.matchOffset, target.matchOffset + 6)).toBe('ATTACK');
    expect(target.valueOffset + target.matchOffset).toBe(2000);
    expect(target.value).toHaveLength(512);
  });
});
