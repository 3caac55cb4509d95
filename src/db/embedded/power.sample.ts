import { cpSync, mkdirSync, openSync, closeSync, renameSync, rmSync, rmdirSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DurableFiles, type EngineStream, type HostFiles } from './durable.ts'

type Node = object
type Host = HostFiles & {
  stream_ops: {
    write: (stream: EngineStream, buffer: Uint8Array, offset: number, length: number, position: number) => number
    setattr: (stream: EngineStream, change: { size?: number }) => void
  }
  node_ops: {
    setattr: (node: Node, change: { size?: number }) => void
    mknod: (parent: Node, name: string, mode: number, device: number) => Node
    rename: (node: Node, folder: Node, name: string) => void
    unlink: (parent: Node, name: string) => void
    rmdir: (parent: Node, name: string) => void
  }
}

/** A change to a file's bytes that no fsync of that file has forced out yet. */
type Unsynced = { position: number; bytes: Uint8Array } | { size: number }
/** A file as it lies on the platter, whatever its current name. */
type Platter = { path: string; unsynced: Unsynced[] }

/**
 * A disk that loses power. In addition to the live directory it has a platter: what a journalling file
 * system (ext4, XFS) has after a cut. Names reach it in order, all of them with any fsync; a
 * file's bytes reach it with that file's fsync, or by luck, and then maybe only some sectors.
 */
export class PowerCutFiles extends DurableFiles {
  /** Whether the power is off: nothing reaches the platter any more. */
  isCut = false
  /** Operations so far; a cut can be planned at any of them. */
  operations = 0
  readonly #live: string
  readonly #platter: string
  readonly #random: () => number
  readonly #cutAt: number
  readonly #files = new Map<string, Platter>()
  #names: (() => void)[] = []

  /**
   * @param live the directory that the database works in
   * @param platter an empty directory for what a cut leaves; starts as a copy of `live`
   * @param cutAt the operation at which the power fails
   * @param random numbers from 0 to 1 that decide what survives
   */
  constructor(live: string, platter: string, cutAt: number, random: () => number) {
    super(live)
    this.#live = live
    this.#platter = platter
    this.#cutAt = cutAt
    this.#random = random
    cpSync(live, platter, { recursive: true })
  }

  #place(path: string): string {
    return join(this.#platter, relative(this.#live, path))
  }

  #file(path: string): Platter {
    const file = this.#files.get(path) ?? { path: this.#place(path), unsynced: [] }
    this.#files.set(path, file)
    return file
  }

  /** Counts one operation; false when the power failed before it. */
  #step(): boolean {
    this.operations += 1
    if (this.operations === this.#cutAt) this.#cut()
    return !this.isCut
  }

  #name(change: () => void): void {
    if (this.#step()) this.#names.push(change)
  }

  #bytes(path: string, change: Unsynced): void {
    if (this.#step()) this.#file(path).unsynced.push(change)
  }

  #apply(file: Platter, changes: Unsynced[]): void {
    const descriptor = openSync(file.path, 'r+')
    for (const change of changes) {
      if ('size' in change) truncateSync(file.path, change.size)
      else writeSync(descriptor, change.bytes, 0, change.bytes.length, change.position)
    }
    closeSync(descriptor)
  }

  protected override syncFile(_descriptor: number, path: string): void {
    if (!this.#step()) return
    for (const change of this.#names) change()
    this.#names = []
    const file = this.#files.get(path)
    if (!file) return
    this.#apply(file, file.unsynced)
    file.unsynced = []
  }

  /** Cuts the power: some of the names in the journal and some sectors happen to be written already. */
  #cut(): void {
    this.isCut = true
    const names = Math.floor(this.#random() * (this.#names.length + 1))
    for (const change of this.#names.slice(0, names)) change()
    for (const file of this.#files.values()) {
      const lucky = file.unsynced.flatMap((change) => this.#sectors(change)).filter(() => this.#random() < 0.5)
      try {
        this.#apply(file, lucky)
      } catch {
        // Its name had not reached the platter.
      }
    }
  }

  #sectors(change: Unsynced): Unsynced[] {
    if ('size' in change) return [change]
    const sector = 4096
    return Array.from({ length: Math.ceil(change.bytes.length / sector) }, (_, index) => ({
      position: change.position + index * sector,
      bytes: change.bytes.subarray(index * sector, (index + 1) * sector),
    }))
  }

  protected override attach(host: HostFiles): void {
    super.attach(host)
    const { stream_ops: streams, node_ops: nodes } = host as Host
    const at = (node: Node) => host.realPath(node)
    const { write, setattr: resizeOpen } = streams
    const { mknod, rename, unlink, rmdir, setattr } = nodes
    streams.write = (stream, buffer, offset, length, position) => {
      const written = write(stream, buffer, offset, length, position)
      this.#bytes(at(stream.node), { position, bytes: Uint8Array.from(buffer.subarray(offset, offset + written)) })
      return written
    }
    streams.setattr = (stream, change) => {
      resizeOpen(stream, change)
      if (change.size !== undefined) this.#bytes(at(stream.node), { size: change.size })
    }
    nodes.setattr = (node, change) => {
      setattr(node, change)
      if (change.size !== undefined) this.#bytes(at(node), { size: change.size })
    }
    nodes.mknod = (parent, name, mode, device) => {
      const node = mknod(parent, name, mode, device)
      const isFolder = (mode & 0o170000) === 0o040000
      const path = this.#place(at(node))
      this.#files.delete(at(node))
      this.#name(() => (isFolder ? mkdirSync(path) : writeFileSync(path, '')))
      return node
    }
    nodes.rename = (node, folder, name) => {
      const from = at(node)
      const to = join(at(folder), name)
      rename(node, folder, name)
      const file = this.#file(from)
      this.#files.delete(from)
      this.#files.set(to, file)
      const target = this.#place(to)
      this.#name(() => {
        renameSync(file.path, target)
        file.path = target
      })
    }
    nodes.unlink = (parent, name) => {
      const path = join(at(parent), name)
      unlink(parent, name)
      this.#files.delete(path)
      this.#name(() => rmSync(this.#place(path), { force: true }))
    }
    nodes.rmdir = (parent, name) => {
      const path = join(at(parent), name)
      rmdir(parent, name)
      this.#name(() => rmdirSync(this.#place(path)))
    }
  }
}
