import pg from 'pg'

/** A node of a cluster, as the others address it. */
export type ClusterNode = { host: string; port: number }

/** A cluster's nodes, the coordinator first: the URL of each one's database, and its address. */
export type TestCluster = { url: string; nodes: (ClusterNode & { url: string })[] }

/** The same URL with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** Runs statements on one node, each by itself; returns the rows of the last. */
export async function onNode<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await client.query<Row>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** The cluster of a coordinator's database. @throws if it knows no workers */
export async function clusterAt(url: string): Promise<TestCluster> {
  const found = await onNode<ClusterNode>(
    url,
    'select nodename as "host", nodeport as "port" from pg_dist_node where isactive order by groupid',
  )
  if (found.length < 2) throw new Error('CITUS_URL has to be a database whose coordinator knows its workers')
  const nodes = found.map((node, index) => {
    const own = new URL(url)
    if (index > 0) Object.assign(own, { hostname: node.host, port: String(node.port) })
    return { ...node, url: own.href }
  })
  return { url, nodes }
}

/** Creates a database on every node, in place of one of that name. @returns the coordinator's URL of it */
export async function createOnNodes({ url, nodes }: TestCluster, name: string): Promise<string> {
  for (const node of nodes) await onNode(node.url, `drop database if exists "${name}" with (force)`, `create database "${name}"`)
  return withDatabase(url, name)
}

export async function dropOnNodes({ nodes }: TestCluster, name: string): Promise<void> {
  for (const node of nodes) await onNode(node.url, `drop database if exists "${name}" with (force)`)
}

/** Installs Citus in a database of every node, and tells the coordinator of the workers. */
export async function installCitus({ nodes }: TestCluster, name: string): Promise<void> {
  for (const node of nodes) await onNode(withDatabase(node.url, name), 'create extension citus')
  const [own, ...workers] = nodes
  if (!own) return
  await onNode(
    withDatabase(own.url, name),
    // Tests make hundreds of databases, each with shards of its own.
    `alter database "${name}" set citus.shard_count = 4`,
    `select citus_set_coordinator_host('${own.host}', ${own.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  )
}
