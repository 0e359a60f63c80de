/** One character per byte, 0x00–0xff (`latin1`): what came over the wire, with overlong UTF-8, NUL and all else as it was. */
export type ByteString = string;
