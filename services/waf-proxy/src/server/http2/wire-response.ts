import { CONNECTION_FIELDS } from '../../http/connection-fields.ts';
import type { HpackEncoder } from '../../http/hpack/hpack-encoder.ts';
import { formatHttpDate } from '../../http/http-date.ts';
import type { HeaderList } from '../../request/reply.ts';

/**
 * The header block of a response's head, in memory that the next block will use.
 *
 * @param nowMs the time for Date, where the fields have none; null for interim responses.
 */
export function encodeHead(
  encoder: HpackEncoder,
  status: number,
  fields: HeaderList,
  nowMs: number | null,
): Buffer {
  encoder.begin(charactersOf(fields), fields.length / 2 + 1);
  encoder.status(status);
  let hasDate = nowMs === null;
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!;
    if (name.length === 4) hasDate ||= name.toLowerCase() === 'date';
    if (!isOfConnection(name)) encoder.field(name, fields[index + 1]!);
  }
  if (!hasDate) encoder.field('date', formatHttpDate(nowMs!));
  return encoder.end();
}

export function encodeTrailers(encoder: HpackEncoder, fields: HeaderList): Buffer {
  encoder.begin(charactersOf(fields), fields.length / 2);
  for (let index = 0; index < fields.length; index += 2) {
    if (!isOfConnection(fields[index]!)) encoder.field(fields[index]!, fields[index + 1]!);
  }
  return encoder.end();
}

function isOfConnection(name: string): boolean {
  switch (name.length) {
    case 7:
    case 10:
    case 16:
    case 17:
      return CONNECTION_FIELDS.has(name.toLowerCase());
    default:
      return false;
  }
}

function charactersOf(fields: HeaderList): number {
  let characters = 0;
  for (const text of fields) characters += text.length;
  return characters + DATE_CHARACTERS;
}

const DATE_CHARACTERS = 40;
