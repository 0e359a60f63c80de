/**
 * Characters that spreadsheets take for the beginning of a formula (OWASP, "CSV Injection"), including East Asian
 * full-width ones.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A line by RFC 4180, every cell quoted. A cell that a spreadsheet would evaluate as a formula gets a leading
 * apostrophe: attackers' input must not run on the reader's machine.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '""';
  if (typeof cell === 'number') return `"${cell}"`;
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
