const WORDS = { ok: 'ok', warning: 'warning', error: 'error' };
/** A line each, what to do below it, and a count at the end. */
export function printed({ version, findings }) {
  const width = Math.max(...findings.map(({ code }) => code.length));
  const lines = findings.flatMap(({ status, code, text, todo }) => [
    `${WORDS[status].padEnd(8)} ${code.padEnd(width)}  ${text}`,
    ...(todo === '' ? [] : [`${' '.repeat(8)} ${' '.repeat(width)}  → ${todo}`]),
  ]);
  const count = (status) => findings.filter((finding) => finding.status === status).length;
  return [
    ...lines,
    '',
    `Palisade ${version}: ${count('error')} errors, ${count('warning')} warnings, ${count('ok')} well`,
    '',
  ].join('\n');
}
