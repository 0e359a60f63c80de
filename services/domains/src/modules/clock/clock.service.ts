import { Injectable } from '@nestjs/common';

/** The current time for decisions; replaceable in tests. */
@Injectable()
export class ClockService {
  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now();
  }
}
