/** Cluster and storage policy of the tables. Empty names: a single server, and its default disks. */
export interface ClickhouseLayout {
  /** Cluster name in the servers' `remote_servers`. */
  cluster: string;
  /** Name in `storage_configuration`, such as one that moves older parts to object storage. */
  storagePolicy: string;
}

export const ONE_SERVER: ClickhouseLayout = { cluster: '', storagePolicy: '' };

/** The table with the data: on a cluster the local one behind the distributed table. */
export const storedTable = (table: string, { cluster }: ClickhouseLayout): string =>
  cluster === '' ? table : `${table}_shard`;

/** Suffix after a table's name, for statements on all servers. */
export const onCluster = ({ cluster }: ClickhouseLayout): string =>
  cluster === '' ? '' : ` ON CLUSTER ${cluster}`;

/** Where to read the list of parts, over all servers. */
export const partsSource = ({ cluster }: ClickhouseLayout): string =>
  cluster === '' ? 'system.parts' : `clusterAllReplicas(${cluster}, system.parts)`;
