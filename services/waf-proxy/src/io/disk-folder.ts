import { mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { noteLargePiece } from './large-pieces.ts';

/**
 * One worker's folder of cached bodies. What lies in it means nothing without the worker's memory: it is emptied when
 * the worker starts, so a crash leaves nothing behind that could be mistaken for content.
 */
export class DiskFolder {
  private readonly folder: string;
  private next = 0;
  private isRemoved = false;
  private readonly opening = new Set<Promise<FileHandle>>();

  constructor(folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.folder = folder;
  }

  /**
   * A new file, open for writing and reading; nobody else knows its name.
   *
   * @throws Error as for a full disk, once the folder is being removed
   */
  async create(): Promise<DiskFile> {
    if (this.isRemoved) throw new Error('the folder is removed');
    this.next++;
    const name = path.join(this.folder, `${this.next}.body`);
    const opening = open(name, 'wx+', 0o600);
    this.opening.add(opening);
    try {
      return new DiskFile(name, await opening);
    } finally {
      this.opening.delete(opening);
    }
  }

  /** A file that is being made just now is waited for: it would come into the folder while that is emptied. */
  async remove(): Promise<void> {
    this.isRemoved = true;
    await Promise.allSettled(this.opening);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A file that is written once from its beginning, read from anywhere, and gone when its last reader is. */
export class DiskFile {
  private readonly name: string;
  private handle: FileHandle | null;
  private opening: Promise<FileHandle> | null = null;
  private users = 1;
  private deleted = false;
  private written = 0;

  constructor(name: string, handle: FileHandle) {
    this.name = name;
    this.handle = handle;
  }

  async append(chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      let from = 0;
      while (from < chunk.length) {
        const { bytesWritten } = await this.handle!.write(chunk, from, chunk.length - from, this.written);
        from += bytesWritten;
        this.written += bytesWritten;
      }
    }
  }

  /** Keeps the file open until `release`. */
  async acquire(): Promise<void> {
    this.users++;
    if (this.handle !== null) return;
    this.opening ??= open(this.name, 'r').then((handle) => {
      this.handle = handle;
      this.opening = null;
      return handle;
    });
    try {
      await this.opening;
    } catch (error) {
      this.users--;
      this.opening = null;
      throw error;
    }
  }

  /** @param buffer where the bytes go, at least as large; without it a new one is made. */
  async read(position: number, bytes: number, buffer: Buffer = Buffer.allocUnsafe(bytes)): Promise<Buffer> {
    noteLargePiece(bytes);
    const { bytesRead } = await this.handle!.read(buffer, 0, bytes, position);
    return bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
  }

  /** The last one closes the file; the writer counts as one. */
  async release(): Promise<void> {
    this.users--;
    if (this.users > 0) return;
    const handle = this.handle;
    this.handle = null;
    await handle?.close();
  }

  /** Its readers continue; the space is freed when they have finished. */
  async delete(): Promise<void> {
    if (this.deleted) return;
    this.deleted = true;
    await unlink(this.name);
  }
}
