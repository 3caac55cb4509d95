/** Number of frames to wait for a field that never renders. */
const patience = 60

/** Focuses a field that the same update renders or opens, as soon as it is in the page. */
export function focusSoon(id: string, frames = patience): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id)
    field?.focus()
    // A group passes the focus on to its first part.
    if (!field?.contains(document.activeElement) && frames > 0) focusSoon(id, frames - 1)
  })
}

/** The field that a fragment of an address names, or the first control of the section that it names. */
export function controlNamed(id: string): HTMLElement | null {
  const target = document.getElementById(id)
  const controls = 'a[href], button, input, select, textarea'
  return target?.matches(controls) ? target : ((target?.closest('section') ?? target)?.querySelector<HTMLElement>(controls) ?? null)
}

/** Focuses what a fragment names once it is in the page, unless something else takes the focus before. */
export function focusNamed(id: string, before = document.activeElement, frames = 10 * patience): void {
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement !== before && activeElement !== body) return
    const control = controlNamed(id)
    control?.focus()
    if ((!control || document.activeElement !== control) && frames > 0) focusNamed(id, before, frames - 1)
  })
}
