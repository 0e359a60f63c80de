const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** A ZIP of members that are stored and empty, with its directory (APPNOTE 4.3). */
export function zipOf(...names: readonly string[]): Buffer {
  const head = (length: number, kind: number, lengthAt: number, name: string) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32LE(kind, 0);
    bytes.writeUInt16LE(name.length, lengthAt);
    return Buffer.concat([bytes, Buffer.from(name, 'latin1')]);
  };
  const members = Buffer.concat(names.map((name) => head(LOCAL_BYTES, 0x04034b50, 26, name)));
  const directory = Buffer.concat(names.map((name) => head(CENTRAL_BYTES, 0x02014b50, 28, name)));
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(members.length, 16);
  return Buffer.concat([members, directory, end]);
}
