import { open, rename } from 'node:fs/promises';

/** Writes a file so that after a crash either the old or the new one is there, whole. Readable by the owner only. */
export async function writeFileAtomically(file: string, content: Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
