import { GatheredBytes } from '../../io/gathered-bytes.ts';
import type { BodyKeeper, HeldRequest } from '../../request/body-keeper.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { EdgeAction } from '../../request/verdict.ts';

/** Longer bodies are not recorded: nobody could judge a part of one. */
export const RECORDED_BODY_BYTES = 16 * 1_024;

/** What is kept of a body until its request is over. */
export interface RecordableBody {
  /** All of it has come. */
  readonly isComplete: boolean;
  readonly isTooLong: boolean;
  /** One character per byte. */
  text(): string;
}

/** Passes a body on as it comes, and keeps a short one. */
export class KeptBody implements RequestBody, RecordableBody {
  private readonly body: RequestBody;
  /** A body that came in one piece, as most short ones do: as text, which takes less than a place of its own among bytes. */
  private only: string | null = null;
  private pieces: GatheredBytes | null = null;
  /** All of it has come. */
  isComplete = false;

  constructor(body: RequestBody) {
    this.body = body;
  }

  get isTooLong(): boolean {
    return this.pieces?.isTooLong === true;
  }

  start(events: RequestBodyEvents): void {
    this.body.start({
      onChunk: (chunk) => {
        this.keep(chunk);
        events.onChunk(chunk);
      },
      onEnd: (trailers) => {
        this.isComplete = true;
        events.onEnd(trailers);
      },
    });
  }

  pause(): void {
    this.body.pause();
  }

  resume(): void {
    this.body.resume();
  }

  /** One character per byte. */
  text(): string {
    return this.only ?? this.pieces?.bytes().toString('latin1') ?? '';
  }

  private keep(chunk: Buffer): void {
    if (this.only === null && this.pieces === null && chunk.length <= RECORDED_BODY_BYTES) {
      this.only = chunk.toString('latin1');
      return;
    }
    if (this.pieces === null) {
      this.pieces = new GatheredBytes(RECORDED_BODY_BYTES);
      this.pieces.add(Buffer.from(this.only ?? '', 'latin1'));
      this.only = null;
    }
    this.pieces.add(chunk);
  }
}

/** A body of known length is held until the origin has it, or nobody: until then it need not be kept a second time. */
export class HeldText implements RecordableBody, BodyKeeper {
  /** For how many requests it stands, unless it is refused; 0: for none. */
  readonly weight: number;
  isTooLong: boolean;
  private held: string | null = null;

  constructor(weight: number, length: number) {
    this.weight = weight;
    this.isTooLong = length > RECORDED_BODY_BYTES;
  }

  get isComplete(): boolean {
    return this.held !== null;
  }

  take(request: HeldRequest): void {
    const { bodyStarted, bodyComplete, heldBody } = request;
    const isWanted = this.weight > 0 || isRefused(request);
    if (!isWanted || this.isTooLong || !bodyStarted || !bodyComplete) return;
    this.held = heldBody.length === 1 ? latin1(heldBody[0]!) : heldBody.map(latin1).join('');
  }

  text(): string {
    return this.held ?? '';
  }
}

/** Or would be: what rules say in log-only mode becomes a remark at the request's end. */
const isRefused = ({ action, transaction }: HeldRequest): boolean =>
  action !== EdgeAction.ALLOW || (transaction !== null && transaction.audit().wouldInterrupt !== null);

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

/** Of requests to sites that are recorded. */
export const KEPT_BODY = new RequestSlot<RecordableBody>('body for the record');
