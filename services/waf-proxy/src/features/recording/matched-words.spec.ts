import type { AuditRecord } from '@palisade/waf-engine';
import { matchedWords } from './matched-words.ts';

const found = (name: string) => {
  const targets = [{ name, transformed: 'x union select y', matchOffset: 2, matchLength: 12 }];
  return matchedWords({ matches: [{ targets }] } as unknown as AuditRecord);
};

it.each([
  ['ARGS:q', ['q']],
  ['REQUEST_HEADERS:User-Agent', ['user-agent']],
  ['ARGS:json.q', ['json.q', 'q']],
  ['ARGS:json.items.0.q', ['json.items.0.q', 'q']],
  ['ARGS:json.items.0', ['json.items.0', 'items']],
  ['REQUEST_BODY', []],
])('what a rule found in %s stays in values of the names %j', (target, names) => {
  const words = found(target);
  expect([...words.keys()]).toEqual(names);
  for (const name of names) expect([...words.get(name)!]).toEqual(['union', 'select']);
});
