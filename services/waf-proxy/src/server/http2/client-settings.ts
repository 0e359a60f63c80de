import {
  DEFAULT_WINDOW,
  ErrorCode,
  MAX_FRAME_BYTES,
  MAX_WINDOW,
  readUint32,
  Setting,
} from '../../http/http2/frames.ts';

const ENTRY_BYTES = 6;
/** Maximum number of settings in one frame; clients need fewer. */
const MAX_ENTRIES = 32;
const MAX_FRAME_SIZE_LIMIT = 2 ** 24 - 1;

/** The client's settings that affect us. */
export class ClientSettings {
  initialWindow: number = DEFAULT_WINDOW;
  headerTableSize = 4_096;

  /** Takes over the entries in bytes[from..to); why they may not be, or null. */
  read(bytes: Buffer, from: number, to: number): ErrorCode | null {
    if ((to - from) % ENTRY_BYTES !== 0) return ErrorCode.FrameSize;
    if (to - from > MAX_ENTRIES * ENTRY_BYTES) return ErrorCode.EnhanceYourCalm;
    for (let at = from; at < to; at += ENTRY_BYTES) {
      const fault = this.set((bytes[at]! << 8) | bytes[at + 1]!, readUint32(bytes, at + 2));
      if (fault !== null) return fault;
    }
    return null;
  }

  private set(id: number, value: number): ErrorCode | null {
    switch (id) {
      case Setting.HeaderTableSize:
        this.headerTableSize = value;
        return null;
      case Setting.EnablePush:
        return value > 1 ? ErrorCode.Protocol : null;
      case Setting.InitialWindowSize:
        if (value > MAX_WINDOW) return ErrorCode.FlowControl;
        this.initialWindow = value;
        return null;
      case Setting.MaxFrameSize:
        return value < MAX_FRAME_BYTES || value > MAX_FRAME_SIZE_LIMIT ? ErrorCode.Protocol : null;
      default:
        // Nothing that we would do otherwise: we push nothing, and send no more than everybody has to take.
        return null;
    }
  }
}
