/** Moves the focus to a field that the same update has just drawn or opened. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
