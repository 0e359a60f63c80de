const DISPOSITION = /^content-disposition[\t ]*:(.*)$/gim;
const FILE_TYPE = /^content-type:\s*(?:image|audio|video|font|application\/(?:octet-stream|zip|pdf))\b/im;
const TYPE = /^content-type[\t ]*:[\t ]*\S/im;
const FIELD_NAME = /[;\s]name\*?\s*=/i;
const PARAMETER = /[\t ]*;[\t ]*([^\s=;"]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;
/** The same for readers to which a backslash is a character like any other. */
const PLAIN_PARAMETER = /[\t ]*;[\t ]*([^\s=;"]+)[\t ]*=[\t ]*(?:"([^"]*)"|([^\s;"]*))/y;

/**
 * Whether every reader takes the part for a file: what is none for any of them may be a field there. So a file's name counts
 * only as a parameter of the one Content-Disposition, not where its letters happen to stand in a value or another header.
 */
export function isFileHead(head: string): boolean {
  const dispositions = Array.from(head.matchAll(DISPOSITION), (found) => found[1]!.trim());
  if (dispositions.length > 1) return false;
  const [disposition] = dispositions;
  if (disposition === undefined) return FILE_TYPE.test(head);
  if (namesFile(disposition, PARAMETER) && namesFile(disposition, PLAIN_PARAMETER)) return true;
  return FILE_TYPE.test(head) && !FIELD_NAME.test(disposition);
}

/** Without one, some servers take even a file for a field. */
export const hasType = (head: string): boolean => TYPE.test(head);

function namesFile(disposition: string, parameter: RegExp): boolean {
  parameter.lastIndex = /^[^\s;]*/.exec(disposition)![0].length;
  for (let found = parameter.exec(disposition); found !== null; found = parameter.exec(disposition)) {
    const [, name, quoted, token] = found;
    if (/^filename\*?$/i.test(name!) && (quoted ?? token) !== '') return true;
  }
  return false;
}
