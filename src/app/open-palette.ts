const name = 'touchline:palette'

/** Asks for the palette from anywhere in the shell, as Ctrl/⌘K does. */
export function openPalette(): void {
  window.dispatchEvent(new Event(name))
}

/** Tells of each request for the palette; gives the way to stop listening. */
export function onOpenPalette(listen: () => void): () => void {
  window.addEventListener(name, listen)
  return () => window.removeEventListener(name, listen)
}
