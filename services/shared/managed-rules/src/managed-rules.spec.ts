import { compileRuleSet } from '@palisade/waf-engine';
import { loadManagedRules, sensitivityVariables } from './index.ts';
import { matchedIds, managedRuleSet as ruleSet, send, sendJson, sites } from './test-support/send.ts';

describe('managed rules', () => {
  it.each([
    [1001, "1' or '1'='1' -- "],
    [1001, '-1 UNION ALL SELECT NULL,NULL,version()'],
    [1002, '1/**/UNION/**/SELECT password from users'],
    [1009, '1; DROP TABLE users'],
    [1003, "x') and sleep(5) and ('a'='a"],
    [1003, "1;waitfor delay '0:0:5'"],
    [1004, "admin'--"],
    [2001, '<svg/onload=alert(1)>'],
    [2001, '<script src=https://evil.example/x.js></script>'],
    [2002, '<a href="javascript:alert(1)">x</a>'],
    [2003, "';prompt/**/(/**/7);//"],
    [2003, 'eval(document.cookie)'],
    [3001, '../../../../var/www/config'],
    [3001, '..\\..\\windows\\win.ini'],
    [3002, '/etc/passwd'],
    [3002, 'file:///proc/self/environ'],
  ])('rule %i blocks %s', (id, payload) => {
    const audit = send(sites.medium, payload);
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).toMatchObject({ action: 'deny', status: 403 });
  });

  it.each([
    'I would like to select a table for two, or, if possible, for three.',
    "It's 5 o'clock -- time to drop off the kids and update the union newsletter.",
    'Our script for tonight: we alert the window cleaner and open the document.',
    'Please order by Friday; the group by the door is waiting where 1 is not 2.',
    'See you at 10/12 ... or at the latest on 11/12. Prices: 3 < 5 > 2.',
    'Die Straße ist gesperrt, bitte nehmen Sie den Weg über "Am Ufer".',
    'SELECT is my favourite SQL keyword; FROM is second.',
  ])('lets through: %s', (text) => {
    const audit = send(sites.medium, text);
    expect(matchedIds(audit)).toEqual([]);
    expect(audit.interruption).toBeNull();
  });

  it('switches rules of higher levels off at low sensitivity', () => {
    expect(matchedIds(send(sites.low, "admin'--"))).not.toContain(1004);
    expect(matchedIds(send(sites.medium, "admin'--"))).toContain(1004);
  });

  it('explains where and what it found', () => {
    const { matches } = send(sites.medium, 'x <script>alert(1)</script>');
    const target = matches.find((match) => match.ruleId === 2001)?.targets[0];
    expect(target).toMatchObject({ name: 'ARGS:comment', matchOffset: 2 });
    expect(target?.transformations).toContain('htmlentitydecode');
  });

  it('blocks nothing in DetectionOnly and says what it would have done', () => {
    const audit = send(ruleSet.withOverlay({ mode: 'DetectionOnly' }), "1' or '1'='1");
    expect(audit.interruption).toBeNull();
    expect(audit.wouldInterrupt).toMatchObject({ action: 'deny', status: 403 });
  });

  it('obeys exclusions by rule and target, and names them', () => {
    const exclusion = { name: 'editor writes HTML', by: { id: '2001-2003' }, target: 'ARGS:comment' };
    const audit = send(ruleSet.withOverlay({ exclusions: [exclusion] }), '<script>alert(1)</script>');
    expect(audit.interruption).toBeNull();
    expect(audit.exclusions).toContainEqual({
      name: 'editor writes HTML',
      ruleId: 2001,
      target: 'ARGS:comment',
    });
  });
});

describe('selecting managed rules by value', () => {
  it('gives the records of asking rule after rule, also for JSON', () => {
    const naive = compileRuleSet(loadManagedRules(), { evaluation: 'naive' });
    const pieces = [
      ...[
        "' or 1=1--",
        '<script>alert(1)</script>',
        '../../etc/passwd',
        'union select',
        'A plain text, as people write it.',
      ],
      ...[
        'Boot.INI',
        '\\u0027 OR 1=1',
        'a  b',
        '%2e%2e/',
        'jane@example.com',
        '12',
        'x.y.z',
        '&lt;svg onload=x&gt;',
        '/../../x',
      ],
    ];
    let matched = 0;
    for (const level of ['low', 'medium', 'high'] as const) {
      const overlay = { tx: sensitivityVariables(level), mode: 'DetectionOnly' as const };
      const [left, right] = [naive.withOverlay(overlay), ruleSet.withOverlay(overlay)];
      for (const first of pieces) {
        for (const second of pieces) {
          const body = JSON.stringify({ [first]: [second, { value: `${first} ${second}` }], n: 1.5 });
          const expected = sendJson(left, body);
          expect(sendJson(right, body)).toEqual(expected);
          expect(send(right, first + second)).toEqual(send(left, first + second));
          if (expected.inboundScore > 0) matched++;
        }
      }
    }
    expect(matched).toBeGreaterThan(200);
  });
});
