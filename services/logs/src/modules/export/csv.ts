/** What spreadsheets take for the beginning of a formula (OWASP, "CSV Injection"), East Asian ones at full width as well. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A line by RFC 4180, every cell quoted. A cell that a spreadsheet would run as a formula gets an apostrophe in front:
 * what attackers write into a request must not run on the machine of the one who reads about it.
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
