/** A browser's storage for tests that run without a browser: stored names are its own keys, as in the real one. */
export class MemoryStorage {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? (this[name] as string) : null
  }
  setItem(name: string, text: string) {
    this[name] = text
  }
  removeItem(name: string) {
    delete this[name]
  }
  clear() {
    for (const name of Object.keys(this)) delete this[name]
  }
}
