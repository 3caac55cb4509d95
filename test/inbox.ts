import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An email as a receiver on loopback got it: the envelope, the bytes and their parsed content. */
export type Received = { to: string[]; raw: string; mail: Email }

/** Starts a receiver that stores every email. @param answer an SMTP reply that refuses a recipient, such as `550 5.1.1 Unknown` */
export async function openReceiver(
  answer: (recipient: string) => string | null = () => null,
): Promise<{ url: string; port: number; mails: Received[]; close: () => Promise<void> }> {
  const mails: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const said = answer(address)
      done(said === null ? null : Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        PostalMime.parse(raw)
          .then((mail) => mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: raw.toString('utf8'), mail }))
          .then(() => done(), done)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** A connection between the product and a server that can be cut and restored while its address stays the same. */
export type Wire = { port: number; cut: () => Promise<void>; mend: () => Promise<void> }

/** Opens a wire to a loopback port. */
export async function openWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    const far = track(connect(target, '127.0.0.1'))
    track(near).pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  let port = 0
  const mend = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
  }
  await mend()
  return {
    get port() {
      return port
    },
    mend,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
