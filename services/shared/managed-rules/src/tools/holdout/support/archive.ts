import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

export interface ArchiveOptions {
  /** `streamed`: lengths follow the data, as in archives whose writer did not know them beforehand. */
  readonly how?: 'packed' | 'stored' | 'streamed';
}

/** A whole ZIP, with its directory. */
export function archive(
  members: Readonly<Record<string, string | Buffer>>,
  { how = 'packed' }: ArchiveOptions = {},
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(members)) {
    const content = Buffer.from(text as string);
    const data = how === 'stored' ? content : deflateRawSync(content);
    const title = Buffer.from(name);
    const lengths = Buffer.alloc(12);
    lengths.writeUInt32LE(crc32(content), 0);
    lengths.writeUInt32LE(data.length, 4);
    lengths.writeUInt32LE(content.length, 8);
    const flags = how === 'streamed' ? 0x08 : 0;
    const common = Buffer.alloc(10);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(how === 'stored' ? 0 : 8, 4);
    const names = Buffer.alloc(4);
    names.writeUInt16LE(title.length, 0);
    const written = [
      word(LOCAL),
      common,
      how === 'streamed' ? Buffer.alloc(12) : lengths,
      names,
      title,
      data,
      ...(how === 'streamed' ? [word(DESCRIPTOR), lengths] : []),
    ];
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(word(CENTRAL), Buffer.from([20, 3]), common, lengths, names, rest, title);
    files.push(...written);
    at += written.reduce((sum, one) => sum + one.length, 0);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(members).length, 4);
  end.writeUInt16LE(Object.keys(members).length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, word(END), end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
