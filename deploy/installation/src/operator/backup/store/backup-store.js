/** Bounded: what is read whole is small, or not ours. Null: there is nothing of that name. */
export async function readWhole(store, name, maxBytes) {
  const source = await store.read(name);
  if (source === null) return null;
  const parts = [];
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > maxBytes) {
      source.destroy();
      return Buffer.concat([...parts, part]);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
