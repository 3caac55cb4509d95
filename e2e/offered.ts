import type { Page, Request } from '@playwright/test'
import { hasKey } from '#lib/choices.ts'
import { policies, type CallName } from '#entrance/policy.ts'
import { screens } from '#app/screens.ts'
import { follow } from './follow.ts'

/** Why a call must not be made, or null. */
type Bars = (call: CallName) => string | null

/** A call that changes something is answered like this, so that a walk changes nothing. */
const refused = { json: { defined: false, code: 'request/stale', status: 409, message: 'Refused by the walk' } }

type Walk = {
  /** The controls that were pressed before. */
  known: Set<string>
  bars: Bars
  note: (text: string) => void
  /** How many calls are open. */
  pending: () => number
  /** Whether links may lead to screens whose call is barred. */
  areLinksFree?: boolean
  /** Called with the name of each dialog that is open after a press. */
  onDialog?: (name: string) => Promise<void>
}

/** The name of the call at an address. */
const callOf = (url: string) => new URL(url).pathname.slice('/rpc/'.length).replaceAll('/', '.')

/** Whether an address is a call of something that changes, which the walk answers itself. */
export function isOwnAnswer(url: string): boolean {
  const call = callOf(url)
  return hasKey(policies, call) && policies[call].writes !== 'nothing'
}

/** Answers every change itself, and notes each call that must not be made. @returns what `pressAll` needs of a walk */
export async function watchCalls(page: Page, bars: Bars, note: (text: string) => void): Promise<Walk> {
  const isCall = (request: Request) => request.url().includes('/rpc/') && !request.url().endsWith('/watch')
  // What a page asks of the browser itself would stop the walk.
  await page.addInitScript(() => {
    window.print = () => {}
    Element.prototype.requestFullscreen = () => Promise.resolve()
  })
  let open = 0
  page.on('request', (request) => isCall(request) && (open += 1))
  const ended = (request: Request) => isCall(request) && (open -= 1)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  await page.route('**/rpc/**', (route) => {
    const call = callOf(route.request().url())
    if (!hasKey(policies, call)) return route.continue()
    const bar = bars(call)
    if (bar !== null) note(`${call} ${bar}`)
    return policies[call].writes === 'nothing' ? route.continue() : route.fulfill({ status: 409, json: refused })
  })
  return { known: new Set(), bars, note, pending: () => open }
}

/** Presses the first visible, enabled control of the page, or of its dialog, that is not known yet; returns its name and the links. */
function pressNext(known: string[]): { name: string; links: string[] } {
  const dialogs = document.querySelectorAll('dialog[open]')
  const root = dialogs[dialogs.length - 1] ?? document.querySelector('main') ?? document.body
  const isOffered = (one: Element) =>
    !one.matches(':disabled, [aria-disabled="true"], [inert] *') &&
    (one.checkVisibility({ visibilityProperty: true }) || one.closest('[role="menu"]'))
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(isOffered).map((one) => one.getAttribute('href') ?? '')
  const all = [...root.querySelectorAll<HTMLElement>('button, [role="menuitem"]:not(a)')]
  // A dialog's form is sent before a button closes it.
  const isLast = (one: Element) => Number(root.matches('dialog') && !one.matches('[type="submit"]'))
  for (const one of all.toSorted((a, b) => isLast(a) - isLast(b))) {
    // The tools of all lists are the same; everything else may differ from path to path.
    const place = one.closest('[class*="_tools"]') ? 'tools' : `${window.location.pathname} ${root.tagName}`
    const name = `${place} ${root.getAttribute('aria-label') ?? ''} ${one.getAttribute('aria-label') ?? one.textContent}`
    // A menu's items are pressed without opening it.
    if (known.includes(name) || !isOffered(one) || one.matches('[popovertarget], [aria-haspopup="menu"], th *')) continue
    const form = one.closest('form')
    if (form && root.matches('dialog') && one.matches('[type="submit"]')) fill(form)
    one.click()
    return { name, links }
  }
  return { name: '', links }

  function fill(form: HTMLFormElement): void {
    const put = (box: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
      const type =
        box instanceof HTMLSelectElement ? HTMLSelectElement : box instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
      Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(box, value)
      box.dispatchEvent(new Event(box instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    }
    for (const box of form.querySelectorAll<HTMLInputElement>('input:enabled, textarea:enabled'))
      if (box.value === '' && !['file', 'checkbox', 'radio'].includes(box.type))
        put(box, box.type === 'email' ? 'someone@example.com' : box.inputMode === 'text' || box.inputMode === '' ? 'As agreed' : '1')
    for (const box of form.querySelectorAll<HTMLSelectElement>('select:enabled'))
      if (box.value === '') put(box, [...box.options].find(({ value }) => value !== '')?.value ?? '')
  }
}

/**
 * Presses every visible, enabled control of a page once, and each in the dialogs that open, filling in their forms; and compares
 * the screens that its links lead to with the policy.
 */
export async function pressAll(
  page: Page,
  address: string,
  { known, bars, note, pending, areLinksFree = false, onDialog }: Walk,
): Promise<void> {
  const path = new URL(address, 'http://x').pathname
  const sights: { readonly [path: string]: { call?: CallName } | undefined } = screens
  for (let turn = 0; turn < 60; turn += 1) {
    const { name, links } = await page.evaluate(pressNext, [...known])
    for (const link of areLinksFree ? [] : new Set(links)) {
      const call = sights[new URL(link, 'http://x').pathname]?.call
      const bar = call && bars(call)
      if (bar) note(`links to ${link}: ${call} ${bar}`)
    }
    const isOpen = await page.evaluate(() => document.querySelector('dialog[open]') !== null)
    if (name === '' && !isOpen) return
    if (name === '') await page.keyboard.press('Escape')
    else known.add(name)
    await page.waitForTimeout(10)
    for (let wait = 0; wait < 50 && pending() > 0; wait += 1) await page.waitForTimeout(10)
    if (onDialog && name !== '') {
      const opened = await page.evaluate(() => {
        const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
        return dialog ? (dialog.getAttribute('aria-label') ?? dialog.querySelector('h1, h2')?.textContent ?? 'dialog') : null
      })
      if (opened !== null) await onDialog(opened)
    }
    if (new URL(page.url()).pathname !== path) await follow(page, address)
  }
}

/** Whether a page or its dialog has fields that can be filled in although nothing sends them. */
export const unsentFields = (page: Page): Promise<number> =>
  page.locator('form:not(:has([type="submit"])) :is(input, select, textarea):enabled').count()

/** Lets a page see the trial as over, wherever it reads the plan. */
export async function endTrial(page: Page, url: string): Promise<void> {
  const over = (text: string) => text.replaceAll('"isExpired":false', '"isExpired":true').replaceAll(/"daysLeft":\d+/g, '"daysLeft":0')
  for (const address of [`${url}/`, '**/rpc/plans/current'])
    await page.route(address, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: over(await response.text()) })
    })
}
