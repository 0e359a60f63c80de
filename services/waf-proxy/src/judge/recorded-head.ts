import type { recordedRequestV1 } from '@palisade/contracts';
import type { FramingFault, HeadFacts } from '../http/head.ts';
import { HeaderField } from '../http/http2/header-field.ts';
import { readHttp2Head } from '../http/http2/http2-head.ts';
import { parseRequestHead } from '../http/request-head.ts';

export interface RecordedHead {
  method: string;
  target: string;
  rawHeaders: string[];
  judgement: HeadFacts | FramingFault;
}

/** Reads a recorded head as the edge reads those of its protocol. Null: it is none. */
export function headOf(recorded: recordedRequestV1.RecordedRequest): RecordedHead | null {
  const fields = recorded.fields.map(latin1);
  return recorded.protocol.startsWith('HTTP/1.') ? http1Head(recorded, fields) : http2Head(recorded, fields);
}

function http1Head(
  { method, target, protocol }: recordedRequestV1.RecordedRequest,
  fields: readonly string[],
): RecordedHead | null {
  let text = `${latin1(method)} ${latin1(target)} ${protocol}\r\n`;
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index]!;
    const value = fields[index + 1]!;
    if (LINE_BREAK.test(name) || LINE_BREAK.test(value)) return null;
    text += `${name}: ${value}\r\n`;
  }
  return parseRequestHead(text);
}

const LINE_BREAK = /[\r\n]/;

/** Host came as `:authority`, and cookies field by field; joined they read the same. */
function http2Head(
  { method, target, secure }: recordedRequestV1.RecordedRequest,
  fields: readonly string[],
): RecordedHead | null {
  const pseudo: HeaderField[] = [
    new HeaderField(':method', latin1(method)),
    new HeaderField(':path', latin1(target)),
    new HeaderField(':scheme', secure ? 'https' : 'http'),
  ];
  const regular: HeaderField[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [name, value] = [fields[index]!, fields[index + 1]!];
    if (name === 'host') pseudo.push(new HeaderField(':authority', value));
    else regular.push(new HeaderField(name, value));
  }
  return readHttp2Head([...pseudo, ...regular]);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
