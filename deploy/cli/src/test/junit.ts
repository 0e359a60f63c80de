import { escapeMarkup } from '@palisade/basics';
import type { NamedSample } from './samples.ts';

export interface JunitCase {
  name: NamedSample['name'];
  request: string;
  failure: string | null;
}

/** What build servers read. Characters that XML has no place for are left out. */
export function junitReport(suite: string, cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failure }) => failure !== null).length;
  const lines = cases.map(({ name, request, failure }) => {
    const open = `    <testcase classname="${escaped(name)}" name="${escaped(request)}"`;
    return failure === null
      ? `${open}/>`
      : `${open}>\n      <failure message="${escaped(failure)}"/>\n    </testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${failed}">
${lines.join('\n')}
  </testsuite>
</testsuites>
`;
}

/** XML forbids most control characters, and lone surrogates, even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is left out.
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]|\p{Surrogate}/gu;
const escaped = (text: string): string => escapeMarkup(text.replace(FORBIDDEN, ''));
