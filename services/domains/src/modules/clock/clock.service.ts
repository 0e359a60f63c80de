import { Injectable } from '@nestjs/common';

/** What time it is, as far as that decides what applies. */
@Injectable()
export class ClockService {
  /** Milliseconds of 1970. */
  now(): number {
    return Date.now();
  }
}
