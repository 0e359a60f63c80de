import { Readable } from 'node:stream';
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { OperatorError } from '../../base/operator-error.ts';
import type { BackupStore } from './backup-store.ts';

/** S3 takes 10,000 parts: enough for 320 GB in one file. Two are held at a time. */
const PART_BYTES = 32 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const CONNECT_MS = 5_000;
/** Timeout of an idle connection: a stalled store would otherwise block `backup wal --every` for ever. */
const SILENCE_MS = 120_000;
/** Maximum of one call. */
const MAX_DELETES = 1_000;
const MISSING = new Set(['NoSuchKey']);

/** Where several share a bucket, each has a prefix. */
export interface S3Place {
  bucket: string;
  prefix: string;
}

/** The source of an upload has failed, not S3. */
class SourceError extends Error {
  constructor(override readonly cause: Error) {
    super();
  }
}

/** A bucket of S3, or of what speaks like it. */
export class S3Store implements BackupStore {
  readonly place: string;
  private readonly client: S3Client;
  /** Its time is that of silence: a part takes as long as the line is slow. */
  private readonly uploading: S3Client;

  /**
   * @param environment AWS_REGION, AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID…; without keys in it AWS's default credential
   * providers are used
   */
  constructor(
    private readonly at: S3Place,
    environment: NodeJS.ProcessEnv,
    private readonly silenceMs = SILENCE_MS,
  ) {
    this.place = `s3://${at.bucket}/${at.prefix}`;
    const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL;
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
    const sessionToken = environment.AWS_SESSION_TOKEN;
    const settings = {
      region: environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1',
      // Others than Amazon know buckets by path, and not every one knows its newer checksums; ours are in the files.
      ...(endpoint && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
      ...(accessKeyId && secretAccessKey
        ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
        : {}),
    };
    const connectionTimeout = CONNECT_MS;
    this.client = new S3Client({
      ...settings,
      // Until an answer begins; without `throw…` the client only warns.
      requestHandler: { connectionTimeout, requestTimeout: silenceMs, throwOnRequestTimeout: true },
    });
    this.uploading = new S3Client({
      ...settings,
      requestHandler: { connectionTimeout, socketTimeout: silenceMs },
    });
  }

  async list(prefix: string): Promise<string[]> {
    const found: string[] = [];
    let next: string | undefined;
    do {
      const page = await this.withS3Errors(() =>
        this.client.send(
          new ListObjectsV2Command({
            Bucket: this.at.bucket,
            Prefix: this.at.prefix + prefix,
            ...(next !== undefined && { ContinuationToken: next }),
          }),
        ),
      );
      for (const { Key: key } of page.Contents ?? []) if (key) found.push(key.slice(this.at.prefix.length));
      next = page.NextContinuationToken;
    } while (next !== undefined);
    return found.sort();
  }

  async write(name: string, source: Readable): Promise<void> {
    const upload = new Upload({
      client: this.uploading,
      params: { ...this.object(name), Body: source },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    // What ends in the middle is taken back by the library: no parts stay that are paid for and not seen.
    await this.withS3Errors(async () => {
      try {
        await upload.done();
      } catch (error) {
        throw source.errored ? new SourceError(source.errored) : error;
      }
    });
  }

  async read(name: string): Promise<Readable | null> {
    const answer = await this.unlessMissing(() => this.client.send(new GetObjectCommand(this.object(name))));
    return answer === null
      ? null
      : Readable.from(this.unstalled(answer.Body as Readable), { objectMode: false });
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let from = 0; from < names.length; from += MAX_DELETES) {
      const objects = names.slice(from, from + MAX_DELETES).map((name) => ({ Key: this.at.prefix + name }));
      const { Errors: errors = [] } = await this.withS3Errors(() =>
        this.client.send(
          new DeleteObjectsCommand({ Bucket: this.at.bucket, Delete: { Objects: objects, Quiet: true } }),
        ),
      );
      if (errors[0]) throw this.refused(errors[0].Code ?? '', errors[0].Message ?? '', undefined);
    }
  }

  /** Idle time counts only while data is awaited: a restore may take minutes to process what has arrived. */
  private async *unstalled(body: Readable): AsyncGenerator<Buffer> {
    const pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const silenceTimer = setTimeout(
          () => body.destroy(new Error(`nothing came for ${this.silenceMs / 1_000} s`)),
          this.silenceMs,
        );
        const piece = await this.withS3Errors(() => pieces.next()).finally(() => clearTimeout(silenceTimer));
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      body.destroy();
    }
  }

  private object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.at.bucket, Key: this.at.prefix + name };
  }

  private async unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await this.withS3Errors(work);
    } catch (error) {
      const { name } = ((error as Error).cause ?? {}) as Partial<Error>;
      if (name !== undefined && MISSING.has(name)) return null;
      throw error;
    }
  }

  private async withS3Errors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (error instanceof SourceError) throw error.cause;
      const { name, message } = error as Error;
      throw this.refused(name, message, error);
    }
  }

  private refused(name: string, message: string, cause: unknown): OperatorError {
    return new OperatorError(
      'destination_failed',
      `${this.place} answers: ${message || name}${message.includes(name) ? '' : ` (${name})`}`,
      'See AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3, the bucket, and its policy.',
      { cause },
    );
  }
}
