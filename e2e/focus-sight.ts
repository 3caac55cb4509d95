import type { Page } from '@playwright/test'

/** What has the focus, and what is wrong with it as a person would see it. */
export type FocusSight = {
  /** The element by its role and name; null for the page itself. */
  name: string | null
  problem: string | null
  /** Whether nothing is drawn around it; `unseen`: the name of what had the focus before, if nothing showed that it had. */
  isBare: boolean
  unseen: string | null
}

/** Runs in the page. */
function sightOf(): FocusSight {
  type LastFocus = { element: Element; look: string; name: string; isBare: boolean }
  const memory = window as unknown as { lastFocus?: LastFocus | undefined }

  const parentsOf = (element: Element | null): Element[] => (element ? [element, ...parentsOf(element.parentElement)] : [])
  const nameOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels
    const by = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    const name = by?.join(' ') ?? element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${(name ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`
  }
  const colourIsSeen = (colour: string) => !/^rgba\(.*, 0\)$|transparent/.test(colour)
  const ringOf = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && colourIsSeen(outlineColor)
  }
  /** Everything that may show the focus, on the element and on what frames it. */
  const lookOf = (element: Element) =>
    parentsOf(element)
      .slice(0, 4)
      .flatMap((one) => [null, '::before', '::after'].map((part) => getComputedStyle(one, part)))
      .map((style) =>
        [style.outline, style.boxShadow, style.border, style.background, style.color, style.textDecoration, style.opacity].join(';'),
      )
      .join('|')
  /** Whether something cuts off the ring around an element. */
  const isCut = (element: Element) => {
    const at = element.getBoundingClientRect()
    for (const frame of parentsOf(element.parentElement)) {
      const style = getComputedStyle(frame)
      const box = frame.getBoundingClientRect()
      if (/hidden|clip|auto|scroll/.test(style.overflow)) {
        const sides = [at.left - 2 >= box.left, at.right + 2 <= box.right, at.top - 2 >= box.top, at.bottom + 2 <= box.bottom]
        if (sides.filter(Boolean).length < 2 && Number.parseFloat(getComputedStyle(element).outlineOffset) >= 0) return true
      }
      if (style.position === 'fixed' || frame.matches('dialog, [popover]')) return false
    }
    return false
  }
  /** A hidden input is seen as its label, or as what it lies in. */
  const shownFor = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const isHidden = getComputedStyle(element).opacity === '0' || width < 2 || height < 2
    return isHidden ? ((element as HTMLInputElement).labels?.[0] ?? element.parentElement ?? element) : element
  }
  /** What lies over the middle of an element, or where it is if that is outside of the window. */
  const coverOf = (element: Element): string | null => {
    const at = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
    if (!at) return 'it has no place on the page'
    const [x, y] = [at.left + at.width / 2, at.top + at.height / 2]
    if (x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight)
      return `its middle is at ${Math.round(x)}, ${Math.round(y)}, outside of the window`
    const top = document.elementFromPoint(x, y)
    if (!top || element.contains(top) || top.closest('label')?.contains(element)) return null
    return `${nameOf(top)} lies over it`
  }

  const last = memory.lastFocus
  const element = document.activeElement
  const hasMoved = last !== undefined && last.element !== element
  const unseen = hasMoved && last.isBare && last.element.isConnected && lookOf(last.element) === last.look ? last.name : null
  if (!element || element === document.body) {
    memory.lastFocus = undefined
    return { name: null, problem: null, isBare: false, unseen }
  }
  const name = nameOf(element)
  // Where a script puts the focus to read on from, such as a page's title, nothing can be done.
  const isPlace = element instanceof HTMLElement && element.tabIndex < 0 && !/^(?:BUTTON|A|INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
  if (isPlace) {
    memory.lastFocus = undefined
    return { name, problem: null, isBare: false, unseen }
  }
  const shown = shownFor(element)
  const ringed = parentsOf(element).slice(0, 4).find(ringOf)
  if (hasMoved || last === undefined) memory.lastFocus = { element, look: lookOf(element), name, isBare: ringed === undefined }
  const cover = coverOf(shown)
  return { name, problem: cover ?? (ringed && isCut(ringed) ? 'its ring is cut off' : null), isBare: ringed === undefined, unseen }
}

/** Looks at what has the focus: whether it is in sight, and whether it shows that it has the focus. */
export const lookAtFocus = (page: Page): Promise<FocusSight> => page.evaluate(sightOf)
