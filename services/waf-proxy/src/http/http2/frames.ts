/** RFC 9113, 6. */
export const FrameType = {
  Data: 0,
  Headers: 1,
  Priority: 2,
  RstStream: 3,
  Settings: 4,
  PushPromise: 5,
  Ping: 6,
  GoAway: 7,
  WindowUpdate: 8,
  Continuation: 9,
} as const;

export const Flag = { Ack: 1, EndStream: 1, EndHeaders: 4, Padded: 8, Priority: 0x20 } as const;

/** RFC 9113, 7. */
export const ErrorCode = {
  NoError: 0,
  Protocol: 1,
  Internal: 2,
  FlowControl: 3,
  SettingsTimeout: 4,
  StreamClosed: 5,
  FrameSize: 6,
  RefusedStream: 7,
  Cancel: 8,
  Compression: 9,
  EnhanceYourCalm: 11,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** RFC 9113, 6.5.2. */
export const Setting = {
  HeaderTableSize: 1,
  EnablePush: 2,
  MaxConcurrentStreams: 3,
  InitialWindowSize: 4,
  MaxFrameSize: 5,
  MaxHeaderListSize: 6,
} as const;

export const FRAME_HEAD_BYTES = 9;
/** What we take, and what we send; every peer has to take as much. */
export const MAX_FRAME_BYTES = 16 * 1024;
export const MAX_WINDOW = 2 ** 31 - 1;
export const MAX_STREAM_ID = 2 ** 31 - 1;
export const DEFAULT_WINDOW = 65_535;
/** Where a client begins (RFC 9113, 3.4). */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** Four bytes of a frame, as an unsigned number. */
export function readUint32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! * 0x1_00_00_00 + (bytes[at + 1]! << 16) + (bytes[at + 2]! << 8) + bytes[at + 3]!) >>> 0;
}

/** As `readUint32`, without the bit that is reserved. */
export function readUint31(bytes: Uint8Array, at: number): number {
  return readUint32(bytes, at) & MAX_WINDOW;
}

export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

export function writeFrameHead(
  bytes: Uint8Array,
  at: number,
  length: number,
  type: number,
  flags: number,
  stream: number,
): void {
  bytes[at] = length >>> 16;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length;
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  writeUint32(bytes, at + 5, stream);
}
