import { describeWithData, readArchive } from '../../../regex/test/support/test-data.ts';
import type { CompilePorts } from '../../src/index.ts';
import { type ModSecurityCase, parseCases } from './modsecurity-case.ts';
import { deviations } from './modsecurity-deviations.ts';
import { runCase } from './run-modsecurity-case.ts';

const ARCHIVE = 'engine/modsecurity/tests.tar.gz';
/** One file cannot be read even leniently. */
const UNREADABLE = 'variable-REQBODY_PROCESSOR';

type Verdict = 'as expected' | 'deviates' | 'not judged';

/** A case is judged by status, redirection, refusal of its rules, and by what its log says that rules looked at. */
function judge(test: ModSecurityCase, ports: CompilePorts): Verdict {
  const { expected } = test;
  const outcome = runCase(test, ports);
  if (expected.parser_error !== undefined) return outcome.compiled ? 'deviates' : 'as expected';
  if (!outcome.compiled) return 'deviates';
  const log = /Target value|Rule returned/.test(expected.debug_log ?? '') ? expected.debug_log! : null;
  if (expected.http_code === undefined && expected.redirect_url === undefined && log === null)
    return 'not judged';
  const holds =
    (expected.http_code === undefined || outcome.status === expected.http_code) &&
    (expected.redirect_url === undefined || outcome.location === expected.redirect_url) &&
    (log === null || new RegExp(log, 's').test(outcome.trace));
  return holds ? 'as expected' : 'deviates';
}

describeWithData('ModSecurity 3.0.9 regression cases', ARCHIVE, () => {
  const files = readArchive(ARCHIVE);
  const text = (path: string) => files.get(path)?.toString('utf8');
  const ports: CompilePorts = {
    readFiles(name) {
      const found = text(name.replace('test-cases/', ''));
      return found === undefined ? [] : [{ name, text: found }];
    },
  };

  it('end as in libmodsecurity, but for the listed deviations', () => {
    const verdicts = new Map<Verdict, string[]>();
    for (const path of [...files.keys()].filter((name) => /^regression\/.*\.json$/.test(name)).sort()) {
      const name = path.slice('regression/'.length, -'.json'.length);
      if (name === UNREADABLE) continue;
      for (const [index, test] of parseCases(text(path)!).entries()) {
        const verdict = judge(test, ports);
        verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), `${name}#${index + 1}`]);
      }
    }
    expect([...(verdicts.get('deviates') ?? [])].sort()).toEqual(Object.values(deviations).flat().sort());
    expect(verdicts.get('as expected')).toHaveLength(358);
    expect(verdicts.get('not judged')).toHaveLength(166);
  });
});
