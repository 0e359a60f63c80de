import type { FramingFault, HeadFacts } from '../http/head.ts';
import { HeaderField } from '../http/http2/header-field.ts';
import { readHttp2Head } from '../http/http2/http2-head.ts';
import { parseRequestHead } from '../http/request-head.ts';
import type { RecordedFacts } from './recorded-facts.ts';

export interface RecordedHead {
  method: string;
  target: string;
  rawHeaders: string[];
  judgement: HeadFacts | FramingFault;
}

/** Parses a recorded head as the edge parses one of that protocol. Null: invalid. */
export function headOf(recorded: RecordedFacts): RecordedHead | null {
  return recorded.protocol.startsWith('HTTP/1.') ? http1Head(recorded) : http2Head(recorded);
}

function http1Head({ head, method, target, protocol, fields }: RecordedFacts): RecordedHead | null {
  if (head !== '') return parseRequestHead(head);
  let text = `${method} ${target} ${protocol}\r\n`;
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const name = fields[index]!;
    const value = fields[index + 1]!;
    if (LINE_BREAK.test(name) || LINE_BREAK.test(value)) return null;
    text += `${name}: ${value}\r\n`;
  }
  return parseRequestHead(text);
}

const LINE_BREAK = /[\r\n]/;

/** Host was sent as `:authority`, and cookies one field each; joined they read the same. */
function http2Head({ method, target, secure, fields }: RecordedFacts): RecordedHead | null {
  const pseudo: HeaderField[] = [
    new HeaderField(':method', method),
    new HeaderField(':path', target),
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
