// The home page's pictures of the product: as many, as large and as light as the page says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  MAX_PICTURE_BYTES,
  PICTURE_SIZE,
  productPictures,
} from '../frontend/src/features/marketing/content/product-pictures.ts';

const folder = path.resolve(import.meta.dirname, '../frontend/public/pictures');
/** Width and height of a lossy WebP, RFC 9649: 14 bits each after the start code of its key frame. */
function sizeOf(picture: Buffer): { width: number; height: number } {
  const frame = picture.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  if (picture.toString('latin1', 8, 12) !== 'WEBP' || frame === -1) throw new Error('not a lossy WebP');
  return {
    width: picture.readUInt16LE(frame + 3) & 0x3fff,
    height: picture.readUInt16LE(frame + 5) & 0x3fff,
  };
}

describe.each(productPictures.flatMap(({ name }) => [`${name}-light.webp`, `${name}-dark.webp`]))(
  '%s',
  (file) => {
    it('is there in both themes, at the size that the page gives it, and light', () => {
      const picture = readFileSync(path.join(folder, file));
      expect(sizeOf(picture)).toEqual(PICTURE_SIZE);
      expect(picture.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    });
  },
);
