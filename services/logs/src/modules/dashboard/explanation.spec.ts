import type { StoredMatch, StoredTarget } from '../ingest/stored-match.ts';
import { explain } from './explanation.ts';

const target = (fields: Partial<StoredTarget>): StoredTarget => ({
  name: 'ARGS:q',
  value: '',
  value_offset: 0,
  transformed: '',
  match_offset: 0,
  match_length: 0,
  transformations: [],
  operator: 'rx',
  ...fields,
});
const match = (...targets: StoredTarget[]): StoredMatch => ({
  rule_id: 1001,
  phase: 2,
  message: 'SQL injection',
  severity: 'CRITICAL',
  score: 5,
  tags: [],
  data: '',
  targets,
});

describe('explanations', () => {
  it('name the place, the text that matched and how it was read', () => {
    const one = target({
      transformed: "x' or 1=1",
      match_offset: 3,
      match_length: 6,
      transformations: ['urlDecodeUni', 'lowercase'],
    });
    expect(explain(match(one))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, which contains “or 1=1” after urlDecodeUni, lowercase.',
    );
  });

  it.each([
    ['REQUEST_HEADERS:User-Agent', 'request header “User-Agent”'],
    ['REQUEST_COOKIES:session', 'cookie “session”'],
    ['REQUEST_URI', 'the address'],
    ['SOMETHING:new', 'SOMETHING “new”'],
  ])('say where %s is', (name, place) => {
    expect(explain(match(target({ name })))).toBe(`Rule 1001 (SQL injection) fired on ${place}.`);
  });

  it('do without what is not known', () => {
    expect(explain({ ...match(), message: '' })).toBe('Rule 1001 fired.');
    expect(explain(match(target({}), target({}), target({})))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, and on 2 more values.',
    );
  });

  it('tell of a rule in several links what it fired on, once', () => {
    const evidence = { transformed: "x' or 1=1", match_offset: 3, match_length: 6 };
    const later = target({ name: 'MATCHED_VARS:ARGS:q', ...evidence });
    expect(explain(match(target({}), later))).toBe(
      'Rule 1001 (SQL injection) fired on parameter “q”, which contains “or 1=1”.',
    );
    const body = target({ name: 'REQUEST_BODY', transformed: '<!ENTITY a', match_length: 8 });
    expect(explain(match(target({ name: 'REQBODY_PROCESSOR' }), body))).toBe(
      'Rule 1001 (SQL injection) fired on the request body, which contains “<!ENTITY”.',
    );
  });
});
