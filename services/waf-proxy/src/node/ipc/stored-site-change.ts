/** A site whose document in the node's store is another one now. */
export interface StoredSiteChange {
  siteId: string;
  /** None of a removed site. */
  hosts: readonly string[];
  /** To be loaded before its first request. */
  lists: readonly string[];
  /** Before, there was none. */
  isNew: boolean;
}
