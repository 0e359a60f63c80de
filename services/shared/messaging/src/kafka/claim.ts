// Metadata of a committed offset: the owner of the partition, and how many consecutive owners vanished without getting
// past this offset. Kafka itself cannot tell an owner that crashed from one that left.

export interface Claim {
  /** The instance that holds the partition; empty after it was handed over in good order. */
  holder: string;
  /** Owners in a row that vanished at this offset before the holder. */
  crashes: number;
  /** Events that the topic's retention removed before the group had read them, in all. */
  dropped: number;
}

export const NO_CLAIM: Claim = { holder: '', crashes: 0, dropped: 0 };

export function formatClaim({ holder, crashes, dropped }: Claim): string {
  return `${holder} ${crashes} ${dropped}`;
}

/** Offsets that other tools committed have other metadata, or none: nobody's claim. */
export function parseClaim(metadata: string | null): Claim {
  const [, holder, crashes, dropped] = /^(\S*) (\d{1,9}) (\d{1,15})$/.exec(metadata ?? '') ?? [];
  if (holder === undefined) return NO_CLAIM;
  return { holder, crashes: Number(crashes), dropped: Number(dropped) };
}

/** The claim of the next holder. Its own former claim, found again after a lost connection, is no crash. */
export function succeed(former: Claim, holder: string): Claim {
  const vanished = former.holder !== '' && former.holder !== holder;
  const crashes = former.holder === '' ? 0 : former.crashes + (vanished ? 1 : 0);
  return { holder, crashes, dropped: former.dropped };
}
