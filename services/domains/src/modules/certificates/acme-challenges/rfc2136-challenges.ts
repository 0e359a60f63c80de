import { type UpdatedZone, updateZone } from '../../../dns-updates/dns-update.ts';
import { CLASS, record, TYPE, textData } from '../../../dns-updates/dns-wire.ts';
import type { AcmeDnsChallenges } from './dns-challenges.ts';

const TTL = 30;

/** Writes TXT records in our delegated zone by dynamic updates. */
export class Rfc2136Challenges implements AcmeDnsChallenges {
  private readonly zone: UpdatedZone;

  constructor(zone: UpdatedZone) {
    this.zone = zone;
  }

  delegatedName(verificationToken: string): string {
    return `${verificationToken}.${this.zone.zone}`;
  }

  put(name: string, value: string): Promise<void> {
    return updateZone(this.zone, [record(name, TYPE.TXT, CLASS.IN, TTL, textData(value))]);
  }

  remove(name: string, value: string): Promise<void> {
    return updateZone(this.zone, [record(name, TYPE.TXT, CLASS.NONE, 0, textData(value))]);
  }
}
