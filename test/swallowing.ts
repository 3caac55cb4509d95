import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that can swallow traffic: connections stay open and bytes are dropped, as with a machine that died silently. */
export async function openSwallowing(host: string, port: number) {
  const sockets = new Set<Socket>()
  let swallows = false
  const doomed = new WeakSet<Socket>()
  const proxy = createServer((near) => {
    const far = connect(port, host)
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      if (swallows) doomed.add(from)
      from.on('data', (bytes) => {
        if (!swallows && !doomed.has(from)) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    /** Connections open at this point stay unanswered forever, even after `restore`. */
    swallow: () => {
      swallows = true
      for (const socket of sockets) doomed.add(socket)
    },
    restore: () => {
      swallows = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
