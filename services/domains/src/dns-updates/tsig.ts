import { createHmac, timingSafeEqual } from 'node:crypto';
import { CLASS, encodeName, lastRecord, record, skipName, TYPE, uint16, uint48 } from './dns-wire.ts';

/** Shared with the name server: signs what is asked of it, and what it answers. */
export interface TsigKey {
  name: string;
  secret: Buffer;
}

const ALGORITHM = 'hmac-sha256';
/** Maximum difference of the clocks, seconds (RFC 8945, section 10). */
const FUDGE = 300;
const MAC_BYTES = 32;
const ADDITIONAL_COUNT_AT = 10;

/** The message with its signature as the last record, and the signature, which the answer's covers. */
export function signMessage(message: Buffer, key: TsigKey, nowMs: number): { signed: Buffer; mac: Buffer } {
  const time = uint48(Math.floor(nowMs / 1_000));
  const mac = hmac(key, [message, variables(key, time, uint16(FUDGE), uint16(0), Buffer.alloc(0))]);
  const data = Buffer.concat([
    encodeName(ALGORITHM),
    time,
    uint16(FUDGE),
    uint16(mac.length),
    mac,
    message.subarray(0, 2),
    uint16(0),
    uint16(0),
  ]);
  const signed = Buffer.concat([message, record(key.name, TYPE.TSIG, CLASS.ANY, 0, data)]);
  signed.writeUInt16BE(signed.readUInt16BE(ADDITIONAL_COUNT_AT) + 1, ADDITIONAL_COUNT_AT);
  return { signed, mac };
}

/**
 * Whether an answer was signed with the same key, for this very question, and now.
 * @throws RangeError if it is cut off
 */
export function isSignedAnswer(answer: Buffer, key: TsigKey, requestMac: Buffer, nowMs: number): boolean {
  const last = lastRecord(answer);
  if (last?.type !== TYPE.TSIG) return false;
  const { data } = last;
  const at = skipName(data, 0);
  const time = data.subarray(at, at + 6);
  const fudge = data.subarray(at + 6, at + 8);
  const macLength = data.readUInt16BE(at + 8);
  if (macLength !== MAC_BYTES) return false;
  const mac = data.subarray(at + 10, at + 10 + MAC_BYTES);
  const rest = at + 10 + MAC_BYTES;
  const error = data.subarray(rest + 2, rest + 4);
  const otherLength = data.readUInt16BE(rest + 4);
  const other = data.subarray(rest + 6, rest + 6 + otherLength);
  const unsigned = Buffer.from(answer.subarray(0, last.start));
  unsigned.writeUInt16BE(unsigned.readUInt16BE(ADDITIONAL_COUNT_AT) - 1, ADDITIONAL_COUNT_AT);
  data.copy(unsigned, 0, rest, rest + 2);
  const expected = hmac(key, [
    uint16(requestMac.length),
    requestMac,
    unsigned,
    variables(key, time, fudge, error, other),
  ]);
  const isOnTime = Math.abs(time.readUIntBE(0, 6) - nowMs / 1_000) <= FUDGE;
  return mac.length === expected.length && timingSafeEqual(mac, expected) && isOnTime;
}

function variables(key: TsigKey, time: Buffer, fudge: Buffer, error: Buffer, other: Buffer): Buffer {
  return Buffer.concat([
    encodeName(key.name),
    uint16(CLASS.ANY),
    Buffer.alloc(4),
    encodeName(ALGORITHM),
    time,
    fudge,
    error,
    uint16(other.length),
    other,
  ]);
}

const hmac = (key: TsigKey, parts: readonly Buffer[]): Buffer =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key.secret)).digest();
