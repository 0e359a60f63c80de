// Parsing rules takes linear work, whoever wrote them: inputs are tried at once, four and sixteen times the size.
import { growthOf, nonLinear } from '@palisade/testing/work';
import { parseDirectives, parseRule } from './parser.ts';

const read = (text: string): void => {
  try {
    for (const node of parseDirectives({ name: 'a.conf', text }))
      if (node.name.toLowerCase() === 'secrule') parseRule(node);
  } catch {
    // Invalid input was parsed, too.
  }
};
const between = (start: string, unit: string, end: string) => (bytes: number) =>
  start + unit.repeat(Math.floor((bytes - start.length - end.length) / unit.length)) + end;

describe('SecLang', () => {
  it.each([
    ['rules', between('', 'SecRule ARGS "@rx a" "id:1,deny"\n', '')],
    ['comments', between('', '# a\n', '')],
    ['empty lines', between('', '\n', '')],
    ['continued lines', between('SecRule ARGS ', '\\\n ', '"@rx a" "id:1"')],
    ['variables', between('SecRule ', 'ARGS:a|', 'ARGS "@rx a" "id:1"')],
    ['a pattern', between('SecRule ARGS "@rx ', '(a|', '" "id:1"')],
    ['quotes', between('SecRule ARGS "', '\\"', '" "id:1"')],
    ['an open quote', between('SecRule ARGS "', 'a ', '')],
    ['actions', between('SecRule ARGS "@rx a" "id:1,', "tag:'a',", 'deny"')],
    ['macros', between('SecRule ARGS "@rx a" "id:1,msg:\'', '%{tx.a}', '\',deny"')],
    ['open macros', between('SecRule ARGS "@rx a" "id:1,msg:\'', '%{', '\',deny"')],
    ['blanks', between('SecRule', ' \t', 'ARGS "@rx a" "id:1"')],
  ])('of %s is read in linear work', (_what, make) => {
    const growth = growthOf({ base: 1_000, make, sizeOf: (text) => text.length, run: read });
    expect(nonLinear(growth)).toBeNull();
  });
});
