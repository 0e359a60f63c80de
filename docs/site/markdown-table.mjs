const cell = (text) =>
  String(text ?? '')
    // What is escaped already stays as it is.
    .replace(/(?<!\\)\|/g, '\\|')
    .replaceAll('\n', ' ');

/** A table in Markdown (GitHub's); cells may hold code, links and line breaks. */
export const table = (heads, rows) =>
  [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`]
    .concat(rows.map((row) => `| ${row.map(cell).join(' | ')} |`))
    .join('\n');
