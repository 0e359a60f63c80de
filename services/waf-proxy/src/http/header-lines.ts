/** All values of a field in a [name, value, …] list, in order. `name` is lower case. */
export function valuesOf(headers: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const spelled = headers[index]!;
    if (spelled.length === name.length && spelled.toLowerCase() === name) values.push(headers[index + 1]!);
  }
  return values;
}

/** Trims spaces and tabs. A pattern would restart at each blank within, and take quadratic time. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** The only value of a field; null if it is absent or stands there more than once. */
export function singleValue(headers: readonly string[], name: string): string | null {
  const values = valuesOf(headers, name);
  return values.length === 1 ? values[0]! : null;
}

/** A list without the fields of these names (lower case). */
export function withoutFields(headers: readonly string[], names: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    if (!names.has(headers[index]!.toLowerCase())) kept.push(headers[index]!, headers[index + 1]!);
  }
  return kept;
}

/** As HTTP/1 writes fields, each with its line end. */
export function fieldLines(fields: readonly string[]): string {
  let text = '';
  for (let index = 0; index < fields.length; index += 2)
    text += `${fields[index]!}: ${fields[index + 1]!}\r\n`;
  return text;
}
