import type { Locator, Page } from '@playwright/test'
import { lookAtFocus, type FocusSight } from './focus-sight.ts'

/** The most Tabs from one control to another. */
const mostTabs = 60

/** How often a page is looked at again before what is wrong with its focus counts: it may still be arriving. */
const looks = 25

/** Does what a person does with the keyboard alone, counts the keys, and writes down where the focus is lost, hidden or held fast. */
export function keysOn(page: Page) {
  const count = { keys: 0 }
  const problems: string[] = []
  /** The last key, and whether the page is new: then nothing has the focus yet. */
  let last = ''
  let isNew = true
  const open = () => void (isNew = true)
  page.on('domcontentloaded', open)

  const isLost = ({ name }: FocusSight) => name === null && !isNew && !last.endsWith('Tab')
  const note = (problem: string) => problems.includes(problem) || problems.push(problem)
  /** Looks at the focus until all is well with it, or for two and a half seconds. */
  const look = async () => {
    let sight = await lookAtFocus(page)
    if (sight.unseen) note(`nothing shows that ${sight.unseen} has the focus`)
    for (let at = 0; at < looks && (sight.problem !== null || isLost(sight)); at++) {
      await page.waitForTimeout(100)
      sight = await lookAtFocus(page)
    }
    if (sight.problem !== null) note(`${sight.name}: ${sight.problem}`)
    if (isLost(sight)) note(`the focus is lost after ${last}`)
    if (sight.name !== null) isNew = false
    return sight
  }
  const press = async (key: string) => {
    const before = await look()
    count.keys++
    await page.keyboard.press(key)
    last = `${before.name ?? 'the page'} and ${key}`
  }
  const hasFocus = (target: Locator) => target.evaluateAll((all) => all.some((one) => one === document.activeElement))
  /** Presses a key until something has the focus. */
  const pressTo = async (key: string, target: Locator) => {
    await target.first().waitFor()
    const passed: (string | null)[] = []
    for (let step = 0; step < mostTabs; step++) {
      if (await hasFocus(target)) return
      await press(key)
      const { name } = await lookAtFocus(page)
      passed.push(name)
      if (name !== null && passed.slice(-4).length === 4 && passed.slice(-4).every((one) => one === name))
        note(`${key} does not leave ${name}`)
    }
    throw new Error(`${mostTabs} × ${key} do not lead to ${String(target)} but over ${passed.join(', ')}`)
  }
  const type = async (text: string) => {
    await look()
    count.keys += text.length
    await page.keyboard.type(text)
    last = `the typing of “${text}”`
  }
  return {
    count,
    problems,
    look,
    /** Ends the watch of the page. */
    leave: () => void page.off('domcontentloaded', open),
    press,
    type,
    pressTo,
    /** Presses Tab until a control has the focus. */
    tabTo: (target: Locator) => pressTo('Tab', target),
    /** Presses Shift+Tab until a control has the focus. */
    backTo: (target: Locator) => pressTo('Shift+Tab', target),
    /** Tabs to a button or link and presses Enter. */
    enter: async (target: Locator) => {
      await pressTo('Tab', target)
      await press('Enter')
    },
    /** Opens the palette, types, and takes the first that it finds. @param found its name */
    palette: async (text: string, found: Locator) => {
      await press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await type(text)
      await found.first().waitFor()
      await press('Enter')
    },
    /** Tabs to a file's field, opens the system's chooser and takes a file: Enter, a letter of its name, Enter. */
    choose: async (field: Locator, file: Parameters<Locator['setInputFiles']>[0]) => {
      await pressTo('Tab', field)
      const opened = page.waitForEvent('filechooser')
      await press('Enter')
      count.keys += 2
      await (await opened).setFiles(file)
    },
  }
}

export type Keys = ReturnType<typeof keysOn>
