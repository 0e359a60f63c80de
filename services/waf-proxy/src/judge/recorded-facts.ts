import { fromBinary } from '@bufbuild/protobuf';
import { recordedRequestV1, type requestLogV1 } from '@palisade/contracts';

type Recorded = recordedRequestV1.RecordedRequest;

/** A recorded request to be judged; bytes from the wire have one character each. */
export interface RecordedFacts {
  requestId: string;
  receivedAtMs: number;
  protocol: string;
  secure: boolean;
  clientAddress: string;
  clientPort: number;
  serverAddress: string;
  serverPort: number;
  country: string;
  method: string;
  target: string;
  /** Name, value, …; empty for requests whose head was recorded as lines. */
  fields: string[];
  /** The recorded lines with their line ends; '' for other requests. */
  head: string;
  body: Buffer;
  bodyState: recordedRequestV1.RecordedBody;
  cleared: boolean;
  /** How many requests this sampled one stands for. */
  weight: number;
  asn: number;
  ja4: string;
  tlsVersion: string;
  action: requestLogV1.EdgeAction;
  reason: string;
  /** Code was masked, which rules that were not in force may have found. */
  hidesCode: boolean;
  /** What the rules found, where the record may not show it: in a body that is not there, or masked code. Null: not known. */
  rules: recordedRequestV1.RecordedRules | null;
}

export const factsOf = (recorded: Recorded): RecordedFacts =>
  withRequestLine({
    requestId: recorded.requestId,
    receivedAtMs: Number(recorded.receivedAtMs),
    protocol: recorded.protocol,
    secure: recorded.secure,
    clientAddress: recorded.clientAddress,
    clientPort: recorded.clientPort,
    serverAddress: recorded.serverAddress,
    serverPort: recorded.serverPort,
    country: recorded.country,
    method: latin1(recorded.method),
    target: latin1(recorded.target),
    fields: recorded.fields.map(latin1),
    head: latin1(recorded.head),
    body: asBuffer(recorded.body),
    bodyState: recorded.bodyState,
    cleared: recorded.cleared,
    weight: recorded.weight,
    asn: recorded.asn,
    ja4: recorded.ja4,
    tlsVersion: recorded.tlsVersion,
    action: recorded.action,
    reason: recorded.reason,
    hidesCode: recorded.hidesCode,
    rules: recorded.rules ?? null,
  });

/** Method and target as in the recorded request line. */
function withRequestLine(facts: RecordedFacts): RecordedFacts {
  const { head } = facts;
  if (head === '') return facts;
  const [method, target] = [head.indexOf(' '), head.indexOf(' ', head.indexOf(' ') + 1)];
  facts.method = head.slice(0, Math.max(0, method));
  facts.target = head.slice(method + 1, Math.max(method + 1, target));
  return facts;
}

/**
 * Parses a serialised palisade.events.v1.RecordedRequest. The general library makes a view for each of some forty byte
 * fields, which costs more than judging the request; here all fields are cut from one string. A spec compares both.
 * @throws RangeError for bytes that are no record
 */
export function readRecord(bytes: Uint8Array): RecordedFacts {
  const reader = new RecordReader(asBuffer(bytes));
  const facts = factsOfNothing();
  for (let tag = reader.nextTag(); tag !== 0; tag = reader.nextTag()) readField(tag, reader, facts);
  return withRequestLine(facts);
}

const LENGTH_DELIMITED = 2;

function readField(tag: number, reader: RecordReader, facts: RecordedFacts): void {
  const field = tag >>> 3;
  if ((tag & 7) === LENGTH_DELIMITED) {
    reader.open();
    readText(field, reader, facts);
    reader.close();
  } else readNumber(field, tag & 7, reader, facts);
}

function readText(field: number, reader: RecordReader, facts: RecordedFacts): void {
  switch (field) {
    case 1:
      facts.requestId = reader.text();
      return;
    case 3:
      facts.protocol = reader.text();
      return;
    case 5:
      facts.clientAddress = reader.text();
      return;
    case 7:
      facts.serverAddress = reader.text();
      return;
    case 9:
      facts.country = reader.text();
      return;
    case 10:
      facts.method = reader.byteString();
      return;
    case 11:
      facts.target = reader.byteString();
      return;
    case 12:
      facts.fields.push(reader.byteString());
      return;
    case 13:
      facts.body = reader.bytes();
      return;
    case 21:
      facts.reason = reader.text();
      return;
    case 25:
      facts.ja4 = reader.text();
      return;
    case 26:
      facts.tlsVersion = reader.text();
      return;
    case 27:
      facts.head = reader.byteString();
      return;
    case 28:
      facts.rules = rulesIn(reader.bytes());
      return;
    default:
      return;
  }
}

function readNumber(field: number, wireType: number, reader: RecordReader, facts: RecordedFacts): void {
  const value = reader.number(wireType);
  switch (field) {
    case 2:
      facts.receivedAtMs = value;
      return;
    case 4:
      facts.secure = value !== 0;
      return;
    case 6:
      facts.clientPort = value;
      return;
    case 8:
      facts.serverPort = value;
      return;
    case 14:
      facts.bodyState = value;
      return;
    case 15:
      facts.cleared = value !== 0;
      return;
    case 16:
      facts.weight = value;
      return;
    case 18:
      facts.asn = value;
      return;
    case 20:
      facts.action = value;
      return;
    case 29:
      facts.hidesCode = value !== 0;
      return;
    default:
      return;
  }
}

const factsOfNothing = (): RecordedFacts => ({
  requestId: '',
  receivedAtMs: 0,
  protocol: '',
  secure: false,
  clientAddress: '',
  clientPort: 0,
  serverAddress: '',
  serverPort: 0,
  country: '',
  method: '',
  target: '',
  fields: [],
  head: '',
  body: NO_BYTES,
  bodyState: recordedRequestV1.RecordedBody.UNSPECIFIED,
  cleared: false,
  weight: 0,
  asn: 0,
  ja4: '',
  tlsVersion: '',
  action: 0,
  reason: '',
  hidesCode: false,
  rules: null,
});

/** Few records have them, so that the general library does. */
function rulesIn(bytes: Uint8Array): recordedRequestV1.RecordedRules {
  try {
    return fromBinary(recordedRequestV1.RecordedRulesSchema, bytes);
  } catch (cause) {
    throw new RangeError(NO_RECORD, { cause });
  }
}

const NO_BYTES = Buffer.alloc(0);
const BEYOND_ASCII = /[\x80-\xff]/;
const MAX_VARINT_BYTES = 10;

/** The subset of Protobuf's wire format that this message uses. */
class RecordReader {
  private readonly buffer: Buffer;
  private readonly whole: string;
  private at = 0;
  private from = 0;
  private to = 0;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
    this.whole = buffer.toString('latin1');
  }

  /** 0: at the end. */
  nextTag(): number {
    return this.at >= this.buffer.length ? 0 : this.varint();
  }

  /** Enters the next length-delimited field. */
  open(): void {
    const length = this.varint();
    this.from = this.at;
    this.to = this.at + length;
    if (this.to > this.buffer.length) throw noRecord();
  }

  close(): void {
    this.at = this.to;
  }

  byteString(): string {
    return this.whole.slice(this.from, this.to);
  }

  text(): string {
    const text = this.byteString();
    return BEYOND_ASCII.test(text) ? this.buffer.toString('utf8', this.from, this.to) : text;
  }

  bytes(): Buffer {
    return this.buffer.subarray(this.from, this.to);
  }

  number(wireType: number): number {
    if (wireType === 0) return this.varint();
    const start = this.at;
    this.at += wireType === 1 ? 8 : 4;
    if ((wireType !== 1 && wireType !== 5) || this.at > this.buffer.length) throw noRecord();
    return wireType === 1 ? this.buffer.readDoubleLE(start) : this.buffer.readFloatLE(start);
  }

  private varint(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.buffer[this.at++];
      if (byte === undefined) throw noRecord();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
    throw noRecord();
  }
}

const NO_RECORD = 'this is no recorded request';
const noRecord = () => new RangeError(NO_RECORD);

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const latin1 = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1');
