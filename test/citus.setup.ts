import type { TestProject } from 'vitest/node'
import { openServer } from '#db/open.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { clusterAt, createOnNodes, dropOnNodes, installCitus, onNode } from './citus.ts'

const template = 'touchlineTemplate'

/**
 * Makes a distributed, seeded template on every node of the cluster at CITUS_URL, of which each test file gets a copy. The
 * role of the URL has to be a superuser that may connect from node to node.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await clusterAt(process.env['CITUS_URL'] ?? '')
  const url = await createOnNodes(cluster, template)
  await installCitus(cluster, template)
  const db = await openServer(url)
  await loadSeeds(db)
  await db.close()
  // A database with connections, such as those of the cluster's own upkeep, can't be copied.
  for (const node of cluster.nodes)
    await onNode(
      node.url,
      `alter database "${template}" allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
    )
  project.provide('serverUrl', cluster.url)
  project.provide(
    'workerUrls',
    cluster.nodes.slice(1).map(({ url: worker }) => worker),
  )
  project.provide('template', '')
  return () => dropOnNodes(cluster, template)
}
