/** The cycles of a graph: each set of nodes that lead to one another (Tarjan), the largest first. */
export function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const at = order.size
    order.set(node, at)
    low.set(node, at)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      const reached = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? at) : at) : visit(next)
      low.set(node, Math.min(low.get(node) ?? at, reached))
    }
    if (low.get(node) === at) {
      const circle = stack.splice(stack.indexOf(node))
      if (circle.length > 1) circles.push(circle)
    }
    return low.get(node) ?? at
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return circles.toSorted((one, other) => other.length - one.length)
}
