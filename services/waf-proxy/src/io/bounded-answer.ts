import { GatheredBytes } from './gathered-bytes.ts';

/** Body of another server's response; null: it is larger than `most` bytes, and the rest is not fetched. */
export async function boundedAnswer({ body }: Response, most: number): Promise<Buffer | null> {
  const gathered = new GatheredBytes(most);
  for await (const { buffer, byteOffset, byteLength } of body ?? []) {
    gathered.add(Buffer.from(buffer, byteOffset, byteLength));
    if (gathered.isTooLong) return null;
  }
  return gathered.bytes();
}
