import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EngineOptions = Parameters<NodeFS['init']>[1]

/** An open file or directory inside the engine; `nfd` is the operating system's descriptor. */
export type EngineStream = { nfd: number; node: object }

/** The part of the engine's host file system that makes writes durable. */
export type HostFiles = {
  realPath(node: object): string
  /** Turns an error of node:fs into the errno that PostgreSQL understands. */
  tryFSOperation<T>(operation: () => T): T
  stream_ops: { fsync?: (stream: EngineStream) => void }
}

/** Ends the process as PostgreSQL's PANIC would: a change that was not acknowledged must never seem to be. */
function endProcess(reason: string): void {
  process.stderr.write(`The embedded database stopped: ${reason}. Start again: it recovers from its log. Is the disk full or failing?\n`)
  process.exit(70)
}

/**
 * Files on disk whose fsync reaches the disk. As shipped, the engine's host file system has no fsync at all,
 * so a power cut would lose every commit that the operating system has not yet written back on its own.
 */
export class DurableFiles extends NodeFS {
  /** How many syncs of write-ahead log files have reached the disk. */
  walSyncs = 0
  /** Set once the database is open; before that, a damaged one merely fails to open. */
  isOpen = false
  readonly #onPanic: (reason: string) => void

  /**
   * @param directory where the database's files lie; its parent must exist
   * @param onPanic called in the middle of a statement that must not be acknowledged; by default ends the process
   */
  constructor(directory: string, onPanic: (reason: string) => void = endProcess) {
    super(directory)
    this.#onPanic = onPanic
  }

  override async init(pglite: PGlite, options: EngineOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        // PostgreSQL aborts when the log cannot be written; the engine would answer later statements with silence.
        onAbort: (what: unknown) => {
          if (this.isOpen) this.#onPanic(typeof what === 'string' && what ? what : 'its log could not be written')
        },
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Emscripten's types leave the host's file system out
        preRun: [...(emscriptenOpts.preRun ?? []), (engine) => this.attach(engine.NODEFS as unknown as HostFiles)],
      },
    }
  }

  /** Adds an fsync to the engine's host file system. */
  protected attach(host: HostFiles): void {
    host.stream_ops.fsync = (stream) => {
      const path = host.realPath(stream.node)
      host.tryFSOperation(() => this.syncFile(stream.nfd, path))
      if (path.includes('pg_wal')) this.walSyncs += 1
    }
  }

  /** Waits until the file or directory behind a descriptor is on disk. @throws the system's error */
  protected syncFile(descriptor: number, _path: string): void {
    fsyncSync(descriptor)
  }
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Waits until a directory's list of names is on disk. Windows has no such call; its file systems journal names. */
export function syncDirectory(directory: string): void {
  if (process.platform !== 'win32') sync(directory, 'r')
}

/** Waits until a directory and everything in it is on disk. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else sync(path, 'r+')
  }
  syncDirectory(directory)
}
