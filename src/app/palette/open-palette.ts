const name = 'touchline:palette'

/** Opens the palette from anywhere in the shell, as Ctrl/⌘K does. */
export function openPalette(): void {
  window.dispatchEvent(new Event(name))
}

/** Notifies of each request to open the palette; returns an unsubscribe function. */
export function onOpenPalette(listen: () => void): () => void {
  window.addEventListener(name, listen)
  return () => window.removeEventListener(name, listen)
}
