import { GatheredBytes } from '../../io/gathered-bytes.ts';
import type { BodyKeeper, HeldRequest } from '../../request/body-keeper.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { EdgeAction } from '../../request/verdict.ts';

/** Maximum length of a recorded body; longer ones are not recorded, as a part cannot be judged. */
export const RECORDED_BODY_BYTES = 16 * 1_024;

/** A body that is kept until its request ends. */
export interface RecordableBody {
  /** Whether all of it has arrived. */
  readonly isComplete: boolean;
  readonly isTooLong: boolean;
  /** One character per byte. */
  text(): string;
}

/** Passes a body on as it arrives, and keeps a copy if it is short. */
export class KeptBody implements RequestBody, RecordableBody {
  private readonly body: RequestBody;
  /** A body that arrived in one chunk, as most short ones do; a string takes less memory than a buffer of its own. */
  private only: string | null = null;
  private pieces: GatheredBytes | null = null;
  /** Whether all of it has arrived. */
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

/** For a body that is held until it is sent or dropped: no copy is needed until then. */
export class HeldText implements RecordableBody, BodyKeeper {
  /** Sampling weight if the request is not refused; 0: not sampled. */
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

/** Includes log-only mode, in which a rule's verdict becomes a note at the end of the request. */
const isRefused = ({ action, transaction }: HeldRequest): boolean =>
  action !== EdgeAction.ALLOW || (transaction !== null && transaction.audit().wouldInterrupt !== null);

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

/** Only for sites with recording. */
export const KEPT_BODY = new RequestSlot<RecordableBody>('body for the record');
