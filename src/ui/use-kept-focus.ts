import { useEffect } from 'react'

/** What can be used, also those that only arrows lead to, and what else takes the focus by Tab. */
const usable = 'a[href], button, input, select, textarea, summary'
const controls = `${usable}, [tabindex]`

/** Charts have links as well. */
type Control = HTMLElement | SVGElement
const isControl = (one: unknown): one is Control => one instanceof HTMLElement || one instanceof SVGElement

/** Where the focus was: the element, its number among the controls of its row, and the way up from it, with the place of each child that led there. */
type Place = { element: Control; column: number; way: { parent: Element; child: Element; index: number }[] }

/** Beyond these no neighbour is looked for. */
const ends = 'main, body, [data-toasts]'

const childNumber = (element: Element) => [...(element.parentElement?.children ?? [])].indexOf(element)

/** Whether an element is there and can be used. */
const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled')

/** What Tab reaches inside an element, and the element itself if it is one. */
function controlsIn(element: Element | undefined): Control[] {
  if (!element) return []
  return [element, ...element.querySelectorAll(controls)].filter(
    (one): one is Control =>
      isControl(one) && one.matches(controls) && one.tabIndex >= 0 && isUsable(one) && one.checkVisibility({ visibilityProperty: true }),
  )
}

/** A row or an entry of a list, whose neighbours have the same controls. */
const rowOf = (element: Element) => element.closest('tr, li')

function placeOf(element: Control): Place {
  const way: Place['way'] = []
  for (let one: Element = element; one.parentElement && !one.matches(ends); one = one.parentElement)
    way.push({ parent: one.parentElement, child: one, index: childNumber(one) })
  return { element, column: controlsIn(rowOf(element) ?? undefined).indexOf(element), way }
}

/** The nearest control to where the focus was: the same one of the row that took the row's place, what is next to it, or the page's title. */
function nearest({ element, column, way }: Place): Control | null {
  const left = way.filter(({ parent }) => parent.isConnected)
  // A page that was replaced is the next page's to speak of, which takes the focus itself.
  if (!left[0] || left[0].parent.matches(ends)) return null
  const isRow = left[0].child === rowOf(element)
  for (const [level, { parent, index }] of left.entries()) {
    const found = [...parent.children].map(controlsIn)
    const after = found.slice(index).find((those) => those.length > 0)
    const before = found.slice(0, index).findLast((those) => those.length > 0)
    const next = (isRow && level === 0 ? (after ?? before)?.[column] : undefined) ?? after?.[0] ?? before?.at(-1)
    if (next) return next
  }
  return document.querySelector<HTMLElement>('main h1')
}

/**
 * Keeps the focus in the page: what goes while it has the focus, such as an archived row, or can no longer be used, such as the way to a
 * last page, leaves it to its neighbour. Otherwise the keyboard would start again from the top of the page. A hand that points
 * needs no neighbour, and the page should not scroll to one under it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: Place | null = null
    let isPointing = false
    const point = ({ type }: Event) => (isPointing = type === 'pointerdown')
    const remember = ({ target }: FocusEvent) => {
      place = isControl(target) && (target.tabIndex >= 0 || target.matches(usable)) ? placeOf(target) : null
    }
    const pass = () => {
      const lost = place
      const { activeElement } = document
      if (!lost || isPointing || isUsable(lost.element) || (activeElement !== document.body && activeElement !== lost.element)) return
      place = null
      // What takes the focus of itself, such as a page's title, comes first.
      queueMicrotask(() => {
        if (document.activeElement === document.body || document.activeElement === lost.element) nearest(lost)?.focus()
      })
    }
    const observer = new MutationObserver(pass)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, point, true)
    return () => {
      observer.disconnect()
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, point, true)
      document.removeEventListener('focusin', remember)
    }
  }, [])
}
