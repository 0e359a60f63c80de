import { crc32, deflateSync } from 'node:zlib';
import { MAX_PICTURE_BYTES, PictureRefused, readPicture } from './picture.ts';

const chunk = (type: string, body: Buffer = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};

interface Png {
  width: number;
  height: number;
  interlace: number;
  /** Of the picture, unpacked; absent: as many as there should be. */
  bytes: number;
  /** How its last row is filtered. */
  filter: number;
  more: Buffer[];
}

function png({
  width = 4,
  height = 3,
  interlace = 0,
  bytes,
  filter = 0,
  more = [],
}: Partial<Png> = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlace], 8);
  const rows = Buffer.alloc(bytes ?? height * (1 + width * 4));
  if (filter > 0) rows[(height - 1) * (1 + width * 4)] = filter;
  const pixels = deflateSync(rows);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', pixels),
    chunk('IEND'),
  ]);
}

const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

function jpeg(more: Buffer[] = [], width = 5, height = 7): Buffer {
  const frame = Buffer.from([8, 0, height, 0, width, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 2, 3])),
    Buffer.from('picture'),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const refusalOf = (bytes: Buffer): string => {
  try {
    readPicture(bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof PictureRefused) return error.code;
    throw error;
  }
};

describe('a picture that somebody uploaded', () => {
  it('is known by its content', () => {
    expect(readPicture(png())).toMatchObject({ type: 'png', width: 4, height: 3 });
    expect(readPicture(png({ filter: 4 }))).toMatchObject({ type: 'png' });
    expect(readPicture(jpeg())).toMatchObject({ type: 'jpeg', width: 5, height: 7 });
  });

  it('keeps nothing that is not the picture', () => {
    const place = Buffer.from('Comment\0taken at home <script>');
    const bytes = readPicture(png({ more: [chunk('tEXt', place), chunk('eXIf', place)] })).bytes;
    expect(bytes).toEqual(png());
    expect(readPicture(Buffer.concat([png(), place])).bytes).toEqual(png());
    const exif = [segment(0xe1, place), segment(0xfe, place)];
    expect(readPicture(jpeg(exif)).bytes).toEqual(jpeg());
  });

  it.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'not_a_picture',
    ],
    ['nothing', Buffer.alloc(0), 'not_a_picture'],
    ['a page that begins like one', Buffer.concat([png().subarray(0, 8), Buffer.from('<html>')]), 'damaged'],
    ['a GIF', Buffer.from('GIF89a...........'), 'not_a_picture'],
    ['a large file', Buffer.concat([png(), Buffer.alloc(MAX_PICTURE_BYTES)]), 'too_large'],
    ['a wide picture', png({ width: 1001, height: 1 }), 'too_large'],
    ['a picture of no size', png({ width: 0, bytes: 3 }), 'damaged'],
    ['a picture that unpacks to a thousand times as much', png({ bytes: 20_000_000 }), 'damaged'],
    ['a picture with fewer pixels than it says', png({ bytes: 10 }), 'damaged'],
    ['a picture with a row that is filtered as none is', png({ filter: 5 }), 'damaged'],
    ['an interlaced one', png({ interlace: 1 }), 'interlaced'],
    ['a chunk that is none', png({ more: [chunk('EVIL')] }), 'damaged'],
    ['a cut-off PNG', png().subarray(0, 60), 'damaged'],
    ['a cut-off JPEG', jpeg().subarray(0, 12), 'damaged'],
    [
      'a wide JPEG',
      jpeg([], 5, 7).map((byte, i) => (i === 7 || i === 9 ? 0xff : byte)) as Buffer,
      'too_large',
    ],
  ])('is refused where it is %s', (_name, bytes, code) => expect(refusalOf(Buffer.from(bytes))).toBe(code));

  it('with a wrong check sum is damaged', () => {
    const bytes = png();
    bytes[20]! ^= 1;
    expect(refusalOf(bytes)).toBe('damaged');
  });
});
