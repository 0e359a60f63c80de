/** A list as the node's disk has it. */
export interface KeptList {
  id: string;
  version: number;
  /** Signed and verified. */
  file: string;
  removed: boolean;
}
