/** A list on the node's disk. */
export interface KeptList {
  id: string;
  version: number;
  /** Signed and verified. */
  file: string;
  removed: boolean;
}
