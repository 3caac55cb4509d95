import type { Page } from '@playwright/test'

/**
 * What an eye would stumble over on a page or in its open dialog: it scrolls sideways, text is cut off without saying so, texts
 * lie over each other, or a text is not translated.
 * @param foreign texts of the other language's catalogue that must not be shown
 */
export async function faultsOf(page: Page, foreign: readonly string[]): Promise<string[]> {
  return page.evaluate((others) => {
    const unknown = new Set(others)
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const room = document.documentElement.clientWidth
    const faults: string[] = []
    const said = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (one: Element) => {
      const known = styles.get(one) ?? getComputedStyle(one)
      styles.set(one, known)
      return known
    }
    const ancestors = (one: Element): Element[] => {
      const all: Element[] = []
      for (let at: Element | null = one; at && at !== root.parentElement; at = at.parentElement) all.push(at)
      return all
    }
    if (root instanceof HTMLDialogElement ? root.scrollWidth > root.clientWidth : document.documentElement.scrollWidth > room)
      faults.push('scrolls sideways')

    /** A text with the box of each of its lines. */
    type Text = { text: string; element: Element; lines: DOMRect[]; layer: Element | undefined }
    /** The part of a box that another one leaves visible. */
    const within = (box: DOMRect, clip: DOMRect) => {
      const [left, top] = [Math.max(box.left, clip.left), Math.max(box.top, clip.top)]
      return new DOMRect(
        left,
        top,
        Math.max(Math.min(box.right, clip.right) - left, 0),
        Math.max(Math.min(box.bottom, clip.bottom) - top, 0),
      )
    }
    const lieOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = said(node.textContent ?? '')
      if (!element || text === '' || element.closest('script, style, option, svg, [hidden]')) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const around = ancestors(element)
      // Texts for screen readers alone.
      if (around.some((one) => styleOf(one).clipPath !== 'none')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const clips = around.filter((one) => styleOf(one).overflow !== 'visible').map((one) => one.getBoundingClientRect())
      const lines = [...range.getClientRects()]
        .map((line) => clips.reduce(within, line))
        .filter(({ width, height }) => width >= 1 && height >= 1)
      if (lines.length === 0) continue
      const layer = around.find((one) => ['fixed', 'sticky', 'absolute'].includes(styleOf(one).position))
      texts.push({ text, element, lines, layer })
      if (unknown.has(text) && !element.closest('[translate="no"], body [lang]')) faults.push(`not translated: ${text}`)
      if (/^[a-z]\w*(?:\.\w+)+$/.test(text) && !text.includes('example')) faults.push(`the key of a text: ${text}`)
    }
    for (const element of new Set(texts.map((one) => one.element))) {
      const style = styleOf(element)
      const isNamed = element.closest('[title], [aria-label]') !== null
      const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible' && style.overflowX !== 'auto'
      if (isCut && element.clientWidth > 0 && !(style.textOverflow === 'ellipsis' && isNamed))
        faults.push(`cut off: ${said(element.textContent ?? '')}`)
    }
    for (const [at, a] of texts.entries())
      for (const b of texts.slice(at + 1)) {
        if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue
        if (a.lines.some((one) => b.lines.some((other) => lieOver(one, other)))) faults.push(`overlap: ${a.text} / ${b.text}`)
      }
    return [...new Set(faults)]
  }, foreign)
}
